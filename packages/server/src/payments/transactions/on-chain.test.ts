import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeSender, quoteBody } from '../../../test/parties.ts';
import { sampleAccounts } from '../../../test/sample-accounts.ts';
import { readTransaction } from '../../../test/uma-payments.ts';
import { hourMs } from '../../ground/clock/instant.ts';

const wallets = [
  'BITCOIN_WALLET',
  'SOLANA_WALLET',
  'TRON_WALLET',
  'PLASMA_WALLET',
  'POLYGON_WALLET',
  'BASE_WALLET',
  'ETHEREUM_WALLET',
  'SPARK_WALLET',
  'LIGHTNING',
] as const;

oneEngine('a payment to a wallet', (start) => {
  it('shows network and hash once it is COMPLETED, on every network except Lightning', async () => {
    const server = await start({ currencies: ['USDC', 'USDT', 'BTC'] });
    const payers = {
      USDC: await makeSender(server, 'USDC', 100_000_000),
      USDT: await makeSender(server, 'USDT', 100_000_000),
      BTC: await makeSender(server, 'BTC', 100_000_000),
    };
    const ids: Record<string, string> = {};
    for (const kind of wallets) {
      const { currency, accountInfo } = sampleAccounts[kind];
      const { customerId, accounts } = payers[currency as keyof typeof payers];
      const wallet = { customerId, currency, ownershipType: 'THIRD_PARTY', accountInfo };
      const { body: account } = await server.request('POST', '/customers/external-accounts', wallet);
      const from = accounts[currency] ?? '';
      const body = quoteBody({ from, to: account.id, amount: 1_000_000, extra: { immediatelyExecute: true } });
      ids[kind] = (await server.request('POST', '/quotes', body)).body.transactionId;
    }
    for (const kind of wallets)
      expect((await readTransaction(server, ids[kind] ?? '')).destination.onChainTransaction).toBeUndefined();
    await server.advance(hourMs);
    for (const kind of wallets) {
      const { status, destination, reconciliationInstructions } = await readTransaction(server, ids[kind] ?? '');
      const network = kind.replace('_WALLET', '');
      const transactionHash = expect.stringMatching(/^[0-9a-f]{64}$/);
      expect([kind, status, destination.onChainTransaction]).toEqual([
        kind,
        'COMPLETED',
        kind === 'LIGHTNING' ? undefined : { network, transactionHash },
      ]);
      expect(reconciliationInstructions).toBeUndefined();
    }
  });
});
