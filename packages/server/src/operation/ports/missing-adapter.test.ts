import { expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { newCustomerId } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { credentials } from '../../../test/stablecoins.ts';
import { changedTables, rowsOf } from '../../../test/store-rows.ts';
import { simulatedPorts, type TestServer } from '../../../test/test-server.ts';
import type { PortName, Ports } from './ports.ts';

const simulated = simulatedPorts(() => 'https://checks.example.com');

function without(...names: readonly PortName[]): Partial<Ports> {
  return Object.fromEntries(Object.entries(simulated).filter(([name]) => !names.some((one) => one === name)));
}

async function accountsOf(server: TestServer, customerId: string): Promise<Record<string, string>> {
  const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&limit=100`);
  const entries = body.data.map(({ id, balance }: { id: string; balance: { currency: { code: string } } }) => [
    balance.currency.code,
    id,
  ]);
  return Object.fromEntries(entries);
}

const bank = {
  accountType: 'USD_ACCOUNT',
  accountNumber: '1234567890',
  routingNumber: '021000021',
  beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'US' },
};

const quote = (source: object, destination: object): object => ({
  source,
  destination,
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 10_000,
});

oneEngine('a missing production adapter', (start) => {
  const production = (ports: Partial<Ports>, isRegulated = true): Promise<TestServer> =>
    start({ environment: 'PRODUCTION', isRegulated, skipsVerificationPaperwork: false, production: ports });

  it('is named by the NOT_IMPLEMENTED refusal of requests that need it, and nothing is stored', async () => {
    const server = await production(simulated);
    const customerId = await newCustomerId(server, {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      email: 'ada@example.com',
      region: 'US',
    });
    const accounts = await accountsOf(server, customerId);
    const account = { customerId, currency: 'USD', accountInfo: bank };
    const external = (await server.request('POST', '/customers/external-accounts', account)).body.id;
    const internal = { sourceType: 'ACCOUNT', accountId: accounts['USD'] };
    const dollarsToEuros = quote(internal, { destinationType: 'ACCOUNT', accountId: accounts['EUR'] });
    const pull = quote(
      { sourceType: 'ACCOUNT', accountId: external },
      { destinationType: 'ACCOUNT', accountId: accounts['USD'] },
    );
    const funded = quote(
      { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
      { destinationType: 'ACCOUNT', accountId: accounts['EUR'] },
    );
    const noCard = '/cards/Card:0198c0de-7a25-7b1e-8d06-90a1b2c3d4e5';
    const second = { ...account, accountInfo: { ...bank, accountNumber: '1234567891' } };
    for (const [missing, method, path, body] of [
      ['rates', 'GET', '/exchange-rates'],
      ['rates', 'POST', '/quotes', dollarsToEuros],
      ['rails', 'POST', '/quotes', dollarsToEuros],
      ['rails', 'POST', '/customers/external-accounts', second],
      ['collections', 'POST', '/quotes', pull],
      ['funding', 'POST', '/quotes', funded],
      ['uma', 'GET', `/receiver/uma/${encodeURIComponent('$grace@wallet.example')}?customerId=${customerId}`],
      ['directory', 'GET', '/discoveries'],
      ['messages', 'POST', `/customers/${customerId}/verify-email`],
      ['issuer', 'GET', '/cards'],
      ['issuer', 'POST', '/cards', { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [accounts['USD']] }],
      ['issuer', 'GET', noCard],
      ['issuer', 'PATCH', noCard, { state: 'FROZEN' }],
      ['issuer', 'POST', `${noCard}/reveal`],
      ['stablecoinProvider', 'POST', '/stablecoin-provider-accounts', credentials()],
    ] as const) {
      const lacking = await production(without(missing));
      const before = await rowsOf(server.bare, [server.tenant]);
      const caller = createCaller({ baseUrl: lacking.baseUrl, ...server.credentials });
      const key = { 'idempotency-key': 'once' };
      const { status, body: refusal } = await caller.request(method, path, body, method === 'GET' ? {} : key);
      const answer = [status, refusal.code, refusal.details];
      expect([missing, path, ...answer]).toEqual([missing, path, 501, 'NOT_IMPLEMENTED', { adapter: missing }]);
      expect(changedTables(before, await rowsOf(server.bare, [server.tenant]))).toEqual([]);
    }
  });

  it('refuses verifications and KYC links without the identity adapter', async () => {
    const server = await production(without('identity'), false);
    const customerId = await newCustomerId(server);
    for (const [path, body] of [
      ['/verifications', { customerId }],
      [`/customers/${customerId}/kyc-link`, {}],
    ] as const) {
      const answer = await server.request('POST', path, body);
      expect([answer.status, answer.body.details]).toEqual([501, { adapter: 'identity' }]);
    }
  });

  it('leaves internal accounts without payment instructions', async () => {
    const shown = async (server: TestServer): Promise<number[]> => {
      const { body } = await server.request('GET', '/platform/internal-accounts');
      return body.data.map(({ fundingPaymentInstructions: ways }: { fundingPaymentInstructions: [] }) => ways.length);
    };
    expect(new Set(await shown(await production({})))).toEqual(new Set([0]));
    expect(Math.max(...(await shown(await production(without('rails')))))).toBeGreaterThan(0);
  });
});
