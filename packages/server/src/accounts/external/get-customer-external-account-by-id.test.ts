import { expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { sampleAccount } from '../../../test/sample-accounts.ts';
import { wordsOf } from '../../../test/words-of.ts';

const path = '/customers/external-accounts';

oneEngine('reading an external account of a customer', (start) => {
  it('returns an account of a customer or of the platform', async () => {
    const server = await start();
    const customerId = await newCustomerId(server);
    for (const owner of [{ customerId }, {}]) {
      const { body } = await server.request('POST', path, { ...sampleAccount('EUR_ACCOUNT'), ...owner });
      expect(await server.request('GET', `${path}/${body.id}`)).toMatchObject({ status: 200, body });
    }
  });

  it('answers unknown, deleted and foreign accounts with the same ACCOUNT_NOT_FOUND', async () => {
    const server = await start();
    const unknown = 'ExternalAccount:00000000-0000-7000-8000-000000000000';
    const { body: foreign } = await (await start()).request('POST', path, sampleAccount('EUR_ACCOUNT'));
    const { body: deleted } = await server.request('POST', path, sampleAccount('EUR_ACCOUNT'));
    await server.request('DELETE', `${path}/${deleted.id}`);
    for (const id of [unknown, foreign.id, deleted.id]) {
      const answer = await server.request('GET', `${path}/${id}`);
      expect(answer).toMatchObject({ status: 404, body: { code: 'ACCOUNT_NOT_FOUND' } });
      const missing = await server.request('GET', `${path}/${unknown}`);
      expect(wordsOf(answer).replaceAll(id, unknown)).toBe(wordsOf(missing));
    }
  });

  it('refuses a malformed id with INVALID_INPUT', async () => {
    const server = await start();
    expect(await server.request('GET', `${path}/InternalAccount:1`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
  });
});
