import { expect, it } from 'vitest';
import { consent, newCustomerId, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { wordsOf } from '../../../test/words-of.ts';

const path = '/internal-accounts';

async function accountOfCustomer(server: TestServer): Promise<{ readonly id: string }> {
  const customerId = await newCustomerId(server, { ...person, endUserTermsConsent: consent });
  return (await server.request('GET', `/customers/internal-accounts?customerId=${customerId}`)).body.data[0];
}

oneEngine('reading an internal account', (start) => {
  it('returns an account of a customer or of the platform as their lists do', async () => {
    const server = await start({ currencies: ['USD'] });
    const ofCustomer = await accountOfCustomer(server);
    const [ofPlatform] = (await server.request('GET', '/platform/internal-accounts')).body.data;
    for (const account of [ofCustomer, ofPlatform]) {
      expect(await server.request('GET', `${path}/${account.id}`)).toMatchObject({ status: 200, body: account });
    }
  });

  it('shows the balance after the last payment and the status of a frozen account', async () => {
    const server = await start({ currencies: ['USD'] });
    const { id } = await accountOfCustomer(server);
    await server.request('POST', `/sandbox/internal-accounts/${id}/fund`, { amount: 700 });
    await server.request('POST', `/sandbox/internal-accounts/${id}/status`, { status: 'FROZEN' });
    const { body } = await server.request('GET', `${path}/${id}`);
    expect(body).toMatchObject({ id, status: 'FROZEN', balance: { amount: 700 }, totalBalance: { amount: 700 } });
  });

  it('answers unknown and foreign accounts with the same ACCOUNT_NOT_FOUND', async () => {
    const server = await start({ currencies: ['USD'] });
    const foreign = await accountOfCustomer(await start({ currencies: ['USD'] }));
    const unknown = 'InternalAccount:00000000-0000-7000-8000-000000000000';
    const missing = await server.request('GET', `${path}/${unknown}`);
    expect(missing).toMatchObject({ status: 404, body: { code: 'ACCOUNT_NOT_FOUND' } });
    const answer = await server.request('GET', `${path}/${foreign.id}`);
    expect(wordsOf(answer).replaceAll(foreign.id, unknown)).toBe(wordsOf(missing));
  });
});
