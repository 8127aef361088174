import { expect, it } from 'vitest';
import { newConnectedAgent } from '../../../test/agents.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { balanceOf, makeExternal, makeSender, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { sampleAccount, sampleAccounts } from '../../../test/sample-accounts.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { readTransaction, receiveUma } from '../../../test/uma-payments.ts';
import { dayMs } from '../../ground/clock/instant.ts';

const path = '/customers/external-accounts';
const { accountInfo } = sampleAccounts.SOLANA_WALLET;
const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'US' };
/** Worth 1,000 US dollars, and the least below that. */
const [threshold, below] = [1_000_000_000, 999_990_000];

interface Payer {
  readonly customerId: string;
  readonly pay: (to: string, amount: number) => Promise<Answer>;
}

async function payer(server: TestServer): Promise<Payer> {
  const { customerId, accounts } = await makeSender(server, 'USDC', 100_000_000_000);
  const from = accounts['USDC'] ?? '';
  return { customerId, pay: (to, amount) => server.request('POST', '/quotes', quoteBody({ from, to, amount })) };
}

const codeOf = ({ status, body }: Answer): unknown => (status === 201 ? 201 : body.code);

oneEngine('a wallet of which nobody has said whose it is', (start) => {
  const demanding = {
    supportedCurrencies: [
      {
        currencyCode: 'USDC',
        minAmount: 1,
        maxAmount: 1000,
        requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
      },
    ],
  };

  it('is not registered on a platform that must know its counterparties', async () => {
    const server = await start();
    const { customerId } = await makeSender(server);
    await server.request('PATCH', '/config', demanding);
    const agent = await newConnectedAgent(server, customerId);
    for (const [caller, at] of [
      [server, path],
      [server, '/platform/external-accounts'],
      [agent, '/agents/me/external-accounts'],
    ] as const) {
      const answer = await caller.request('POST', at, sampleAccount('SOLANA_WALLET'));
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(answer)).toEqual(['accountInfo.beneficiary']);
      expect(answer.body.details.errors[0].message).toContain('ownershipType');
    }
    expect((await server.request('POST', path, sampleAccount('SOLANA_WALLET', { beneficiary }))).status).toBe(201);
    const own = { ...sampleAccount('BASE_WALLET'), ownershipType: 'FIRST_PARTY' };
    expect((await server.request('POST', path, own)).body.status).toBe('PENDING_OWNERSHIP_VERIFICATION');
  });

  it('receives what an unproved one may and no more', async () => {
    const server = await start();
    const { customerId, pay } = await payer(server);
    const wallet = await makeExternal(server, customerId, 'USDC', { ...accountInfo });
    expect(codeOf(await pay(wallet, below))).toBe(201);
    const refused = await pay(wallet, threshold);
    expect(refused).toMatchObject({ status: 400, body: { code: 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED' } });
    expect(refused.body.reason).toContain('ownershipType');
    const told = await server.request('GET', `/receiver/external-account/${wallet}?customerId=${customerId}`);
    const [{ max }] = told.body.supportedCurrencies;
    expect(max).toBeLessThan(threshold);
  });

  it.each([
    ['is of somebody else', {}, { ownershipType: 'THIRD_PARTY' }],
    ['is of the beneficiary whom it names', { beneficiary }, {}],
    ['is kept by a provider', { vaspName: 'Example Exchange' }, {}],
  ])('is none that %s, which receives more', async (_what, fields, parts) => {
    const server = await start();
    const { customerId, pay } = await payer(server);
    const wallet = await makeExternal(server, customerId, 'USDC', { ...accountInfo, ...fields }, parts);
    expect(codeOf(await pay(wallet, threshold))).toBe(201);
  });

  it('is passed no payments to a UMA address, as one that awaits its proof', async () => {
    const server = await start({ currencies: ['BTC'] });
    const { customerId, accounts } = await makeSender(server, 'BTC', 0);
    const spark = sampleAccount('SPARK_WALLET').accountInfo;
    await makeExternal(server, customerId, 'BTC', spark, { defaultUmaDepositAccount: true });
    const { body } = await receiveUma(server, { customerId }, { amount: 5, currency: 'BTC' });
    expect((await server.request('POST', `/transactions/${body.id}/approve`)).status).toBe(200);
    await server.advance(dayMs);
    expect((await readTransaction(server, body.id)).status).toBe('COMPLETED');
    expect(await balanceOf(server, accounts['BTC'] ?? '')).toBe(5);
  });
});
