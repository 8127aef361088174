import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeSender, quoteBody } from '../../../test/parties.ts';
import { sampleAccounts } from '../../../test/sample-accounts.ts';

const address = '7STwc5EpDG9Uem8idRMBvGH5FNufFAUNqRCL4rsMuKzg';

oneEngine('the cost of a crypto withdrawal', (start) => {
  it('equals the fees of a quote for the same withdrawal, with the network fee as a part', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USDC', 200_000_000);
    const from = accounts['USDC'] ?? '';
    const body = {
      internalAccountId: from,
      currency: 'USDC',
      cryptoNetwork: 'SOLANA',
      amount: 100_000_000,
      destinationAddress: address,
    };
    const estimate = await server.request('POST', '/crypto/estimate-withdrawal-fee', body);
    expect([estimate.status, estimate.body]).toEqual([
      200,
      { networkFee: 5000, networkFeeAsset: 'SOL', applicationFee: 99_000, totalFee: 100_000, netAmount: 99_900_000 },
    ]);
    const wallet = await server.request('POST', '/customers/external-accounts', {
      customerId,
      ...sampleAccounts.SOLANA_WALLET,
      currency: 'USDC',
    });
    const quote = await server.request('POST', '/quotes', quoteBody({ from, to: wallet.body.id, amount: 100_000_000 }));
    expect([quote.body.feesIncluded, quote.body.totalReceivingAmount]).toEqual([100_000, 99_900_000]);
  });

  it('is refused for an unknown account, a wrong currency, network or address, and a too small amount', async () => {
    const server = await start({ settings: { strictIdentifiers: true } });
    const { accounts } = await makeSender(server, 'USDC', 0);
    const good = {
      internalAccountId: accounts['USDC'] ?? '',
      currency: 'USDC',
      cryptoNetwork: 'SOLANA',
      amount: 100_000_000,
      destinationAddress: address,
    };
    const faults = [
      [
        { internalAccountId: 'InternalAccount:0198c0de-7a11-7d09-9e1b-5c6d7e8f9012' },
        404,
        'ACCOUNT_NOT_FOUND',
        'There is no internal account',
      ],
      [{ currency: 'USD' }, 400, 'INVALID_CURRENCY', 'holds USDC'],
      [{ cryptoNetwork: 'BITCOIN' }, 400, 'INVALID_CURRENCY', 'cannot be sent on BITCOIN'],
      [{ destinationAddress: '0x52908400098527886E0F7030069857D2E4169EE7' }, 400, 'INVALID_INPUT', ''],
      [{ amount: 1000 }, 400, 'AMOUNT_OUT_OF_RANGE', 'fees'],
    ] as const;
    for (const [place, [change, status, code, reason]] of faults.entries()) {
      const withLater = Object.assign({}, ...faults.slice(place).map(([fault]) => fault));
      for (const wrong of [change, withLater]) {
        const answer = await server.request('POST', '/crypto/estimate-withdrawal-fee', { ...good, ...wrong });
        expect([wrong, answer.status, answer.body.code]).toEqual([wrong, status, code]);
        expect(answer.body.reason).toContain(reason);
      }
    }
  });
});
