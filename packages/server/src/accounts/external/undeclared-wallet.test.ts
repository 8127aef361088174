import { expect, it } from 'vitest';
import { newConnectedAgent } from '../../../test/agents.ts';
import { expectStatus } from '../../../test/caller.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeExternal, makeSender, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { sampleAccount, sampleAccounts } from '../../../test/sample-accounts.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

const path = '/customers/external-accounts';
const { accountInfo } = sampleAccounts.SOLANA_WALLET;
const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'US' };

oneEngine('a wallet without ownershipType', (start) => {
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

  it('requires a beneficiary when a counterparty field is mandatory', async () => {
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

  it('is paid when no counterparty field is mandatory', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USDC', 100_000_000_000);
    const wallet = await makeExternal(server, customerId, 'USDC', { ...accountInfo });
    const extra = { immediatelyExecute: true };
    const body = quoteBody({ from: accounts['USDC'] ?? '', to: wallet, amount: 2_000_000_000, extra });
    const { transactionId } = expectStatus(await server.request('POST', '/quotes', body), 201);
    await server.advance(minuteMs);
    const { body: paid } = await server.request('GET', `/transactions/${transactionId}`);
    expect(paid).toMatchObject({ status: 'COMPLETED', destination: { accountId: wallet } });
  });
});
