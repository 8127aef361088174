import { expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { sampleAccount } from '../../../test/sample-accounts.ts';

const path = '/customers/external-accounts';

oneEngine('deleting an external account of a customer', (start) => {
  it('returns 204, removes the account, and answers a second request with ACCOUNT_NOT_FOUND', async () => {
    const server = await start();
    const customerId = await newCustomerId(server);
    const { body } = await server.request('POST', path, { ...sampleAccount('EUR_ACCOUNT'), customerId });
    expect(await server.request('DELETE', `${path}/${body.id}`)).toMatchObject({ status: 204, text: '' });
    expect((await server.request('GET', `${path}/${body.id}`)).status).toBe(404);
    expect((await server.request('GET', path)).body.data).toEqual([]);
    expect(await server.request('DELETE', `${path}/${body.id}`)).toMatchObject({
      status: 404,
      body: { code: 'ACCOUNT_NOT_FOUND' },
    });
  });

  it('lets the same account be registered again under a new id', async () => {
    const server = await start();
    const { body: first } = await server.request('POST', path, sampleAccount('EUR_ACCOUNT'));
    await server.request('DELETE', `${path}/${first.id}`);
    const { status, body: second } = await server.request('POST', path, sampleAccount('EUR_ACCOUNT'));
    expect(status).toBe(201);
    expect(second.id).not.toBe(first.id);
    await server.request('DELETE', `${path}/${second.id}`);
    expect((await server.request('POST', path, sampleAccount('EUR_ACCOUNT'))).status).toBe(201);
  });

  it('refuses an account of another platform with ACCOUNT_NOT_FOUND', async () => {
    const [server, other] = [await start(), await start()];
    const { body } = await other.request('POST', path, sampleAccount('EUR_ACCOUNT'));
    expect(await server.request('DELETE', `${path}/${body.id}`)).toMatchObject({
      status: 404,
      body: { code: 'ACCOUNT_NOT_FOUND' },
    });
    expect((await other.request('GET', `${path}/${body.id}`)).status).toBe(200);
  });
});

eachEngine('deleting an external account of a customer', (start) => {
  it('succeeds once when two requests arrive together', async () => {
    const server = await start();
    const { body } = await server.request('POST', path, sampleAccount('EUR_ACCOUNT'));
    const answers = await Promise.all([1, 2].map(() => server.request('DELETE', `${path}/${body.id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  });
});
