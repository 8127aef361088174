import { expect, it } from 'vitest';
import { newConnectedAgent } from '../../../test/agents.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { makeExternal, makeSender, quoteBody } from '../../../test/parties.ts';
import { sampleAccounts } from '../../../test/sample-accounts.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { accountKinds } from '../../accounts/external/account-facts.ts';
import { hourMs } from '../../ground/clock/instant.ts';
import { createSandboxRails } from '../../sandbox/adapters/sandbox-rails.ts';
import { createSandboxRates } from '../../sandbox/adapters/sandbox-rates.ts';
import { costMinor } from '../pricing/network-costs.ts';

const samples: Readonly<Record<string, { readonly accountInfo: object }>> = sampleAccounts;
// USDB is sent from embedded wallets, which must hold the whole payment before it is priced.
const wallets = accountKinds.flatMap((kind) =>
  kind.network === null || kind.network === 'LIGHTNING'
    ? []
    : kind.currencies
        .filter((currency) => currency !== 'USDB')
        .map((currency) => ({ accountType: kind.accountType, network: kind.network, currency })),
);

const ports = { rails: createSandboxRails(), rates: createSandboxRates() };
const ethereumCost = 450_000;

async function payerOfEthereum(server: TestServer): Promise<{ customerId: string; from: string; to: string }> {
  const { customerId, accounts } = await makeSender(server, 'USDC', 5_000_000_000);
  const to = await makeExternal(server, customerId, 'USDC', samples['ETHEREUM_WALLET']?.accountInfo ?? {});
  return { customerId, from: accounts['USDC'] ?? '', to };
}

/** The service's fee according to the rate details of a quote. */
const disclosed = ({ body }: Answer): number =>
  body.rateDetails.serviceApiFixedFee + body.rateDetails.serviceApiVariableFeeAmount;

oneEngine('the fee of a payout over a network', (start) => {
  it('equals its estimate for every asset, network and amount', async () => {
    const server = await start({ currencies: ['USD', 'USDC', 'USDT', 'BTC'] });
    const { customerId, accounts } = await makeSender(server, 'USDC', 0);
    const outcomes = new Set<string>();
    for (const { accountType, network, currency } of wallets) {
      const { accountInfo = {} } = samples[accountType] ?? {};
      const payee = { customerId, currency, ownershipType: 'THIRD_PARTY', accountInfo };
      const { body: wallet } = await server.request('POST', '/customers/external-accounts', payee);
      const [from, to] = [accounts[currency] ?? '', wallet.id];
      const cost = Number(costMinor(ports, network, currency));
      for (const amount of new Set([1, cost, cost + 1, 1_000 * cost + 600, 20_000_000].filter((one) => one > 0))) {
        const estimate = await server.request('POST', '/crypto/estimate-withdrawal-fee', {
          internalAccountId: from,
          currency,
          cryptoNetwork: network,
          amount,
          destinationAddress: 'address' in accountInfo ? accountInfo.address : '',
        });
        const quote = await server.request('POST', '/quotes', quoteBody({ from, to, amount }));
        const told = [network, currency, amount, estimate.status === 200];
        outcomes.add(`${estimate.status}`);
        if (estimate.status !== 200) {
          expect([...told, quote.body.code]).toEqual([...told, estimate.body.code]);
          continue;
        }
        const { totalFee, netAmount } = estimate.body;
        expect([...told, quote.body.feesIncluded, quote.body.totalReceivingAmount, disclosed(quote)]).toEqual([
          ...told,
          totalFee,
          netAmount,
          totalFee,
        ]);
        expect(totalFee).toBeGreaterThanOrEqual(cost);
      }
    }
    expect([wallets.length > 6, outcomes]).toEqual([true, new Set(['200', '400'])]);
  });

  it('is the network cost as a fixed fee until the percentage fee is higher', async () => {
    const server = await start();
    const { from, to } = await payerOfEthereum(server);
    const quote = (amount: number, side: 'SENDING' | 'RECEIVING' = 'SENDING') =>
      server.request('POST', '/quotes', quoteBody({ from, to, amount, side }));
    const atLeast = { serviceApiFixedFee: ethereumCost, serviceApiVariableFeeRate: 0, serviceApiVariableFeeAmount: 0 };
    const share = { serviceApiFixedFee: 0, serviceApiVariableFeeRate: 0.001 };
    expect((await quote(100_000_000)).body).toMatchObject({ feesIncluded: ethereumCost, rateDetails: atLeast });
    expect((await quote(1_000 * ethereumCost)).body).toMatchObject({ feesIncluded: ethereumCost, rateDetails: share });
    expect((await quote(1_000_000_000)).body).toMatchObject({ feesIncluded: 1_000_000, rateDetails: share });
    expect((await quote(ethereumCost)).body.code).toBe('AMOUNT_OUT_OF_RANGE');
    expect((await quote(1, 'RECEIVING')).body).toMatchObject({
      totalSendingAmount: ethereumCost + 1,
      feesIncluded: ethereumCost,
      rateDetails: atLeast,
    });
    // The smallest amount whose fee is the share, with either side locked: 0.1 % of 450 is 0.45.
    expect((await quote(449_550_000, 'RECEIVING')).body).toMatchObject({ totalSendingAmount: 450_000_000 });
    expect((await quote(449_549_000, 'RECEIVING')).body).toMatchObject({ totalSendingAmount: 449_999_000 });
  });

  it('is converted to the currency sent, rounded up, and added to the platform fee', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const from = accounts['USD'] ?? '';
    const walletOf = (type: string) => makeExternal(server, customerId, 'USDC', samples[type]?.accountInfo ?? {});
    const [ethereum, solana] = [await walletOf('ETHEREUM_WALLET'), await walletOf('SOLANA_WALLET')];
    const platformFeeOverride = { platformFixedFee: { amount: 10, currency: 'USD' }, platformVariableFeeBps: 100 };
    const dear = quoteBody({ from, to: ethereum, amount: 1_000, extra: { platformFeeOverride } });
    // One percent of what 45 and 10 cents leave is 9.45, up 10.
    expect((await server.request('POST', '/quotes', dear)).body).toMatchObject({
      feesIncluded: 65,
      platformFeesIncluded: 20,
      totalReceivingAmount: 9_350_000,
    });
    // A tenth of a cent.
    const cheap = await server.request('POST', '/quotes', quoteBody({ from, to: solana, amount: 50 }));
    expect(cheap.body).toMatchObject({ feesIncluded: 1, totalReceivingAmount: 490_000 });
  });

  it('is charged on transfers of the platform and on transfers and quotes of agents', async () => {
    const server = await start();
    const { customerId, from, to } = await payerOfEthereum(server);
    const agent = await newConnectedAgent(server, customerId);
    const transfer = { source: { accountId: from }, destination: { accountId: to }, amount: 1_000_000 };
    const { body: made } = await server.request('POST', '/transfer-out', transfer);
    const { body: asked } = await agent.request('POST', '/agents/me/transfer-out', transfer);
    const { body: quote } = await agent.request(
      'POST',
      '/agents/me/quotes',
      quoteBody({ from, to, amount: 1_000_000 }),
    );
    expect([made.fees, asked.transaction.fees, quote.feesIncluded]).toEqual([ethereumCost, ethereumCost, ethereumCost]);
    await server.advance(hourMs);
    expect((await server.request('GET', `/transactions/${made.id}`)).body).toMatchObject({
      status: 'COMPLETED',
      receivedAmount: { amount: 550_000 },
    });
    await expectHealthy(server);
    expect(await agent.request('POST', '/agents/me/transfer-out', { ...transfer, amount: 1_000 })).toMatchObject({
      status: 400,
      body: { code: 'AMOUNT_OUT_OF_RANGE' },
    });
  });

  it('is included in the limits that a lookup of the wallet returns', async () => {
    const server = await start({ currencies: ['BTC'] });
    const { customerId, accounts } = await makeSender(server, 'BTC', 0);
    const { accountInfo } = sampleAccounts.BITCOIN_WALLET;
    const unproven = { customerId, currency: 'BTC', ownershipType: 'FIRST_PARTY', accountInfo };
    const { body: wallet } = await server.request('POST', '/customers/external-accounts', unproven);
    const { body } = await server.request('GET', `/receiver/external-account/${wallet.id}?customerId=${customerId}`);
    const [{ min, max }] = body.supportedCurrencies;
    const quote = (amount: number) =>
      server.request(
        'POST',
        '/quotes',
        quoteBody({ from: accounts['BTC'] ?? '', to: wallet.id, amount, side: 'RECEIVING' }),
      );
    expect((await quote(min)).body.totalSendingAmount).toBe(1_500 + min);
    // A tenth of a percent of the thousand dollars that an unproven wallet may receive is less than the network cost.
    const [most, more] = [await quote(max), await quote(max + 1)];
    expect([most.body.feesIncluded, more.body.code]).toEqual([1_500, 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED']);
  });

  it('has no fixed part over Spark and Lightning, which cost nothing', async () => {
    const server = await start({ currencies: ['BTC'] });
    const { customerId, accounts } = await makeSender(server, 'BTC', 0);
    for (const type of ['SPARK_WALLET', 'LIGHTNING']) {
      const to = await makeExternal(server, customerId, 'BTC', samples[type]?.accountInfo ?? {});
      const body = quoteBody({ from: accounts['BTC'] ?? '', to, amount: 100 });
      expect((await server.request('POST', '/quotes', body)).body).toMatchObject({
        feesIncluded: 1,
        rateDetails: { serviceApiFixedFee: 0, serviceApiVariableFeeRate: 0.001 },
      });
    }
  });
});
