import { expect, it } from 'vitest';
import { newCustomerId, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';

oneEngine('the region of a customer', (start) => {
  it.each([
    ['EU', 'such as DE'],
    ['EL', 'Send GR'],
    ['UK', 'Send GB'],
    ['XX', 'no country with the code XX'],
    ['AN', 'no country with the code AN'],
  ])('is refused when it is %s, which is no country, and says what to send', async (region, advice) => {
    const server = await start();
    const refused = await server.request('POST', '/customers', { ...person, region });
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refused.body.details.errors).toEqual([{ field: 'region', message: expect.stringContaining(advice) }]);
    const beside = await server.request('POST', '/customers', { ...person, region, email: 'nowhere' });
    expect(new Set(refusedFields(beside))).toEqual(new Set(['email', 'region']));
  });

  it('stays what it was where it was taken before it had to be a country', async () => {
    const server = await start();
    const id = await newCustomerId(server, { ...person, region: 'US' });
    await server.deps.database.transaction((unit) =>
      unit.select((db) => db.updateTable('customers').set({ region: 'EU' }).where('id', '=', id).returning('id')),
    );
    const { body } = await server.request('GET', `/customers/${id}`);
    expect(body.region).toBe('EU');
    expect((await server.request('PATCH', `/customers/${id}`, { ...body, fullName: 'Ada King' })).status).toBe(200);
    expect((await server.request('GET', '/customers?region=EU')).body.data).toHaveLength(1);
  });
});
