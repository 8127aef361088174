import type { KeyPair } from '../src/engines/wallet-crypto/p256.ts';
import { newDevice, newWallet, openTestSession, type TestWallet } from './embedded-wallets.ts';
import { fund, makeUsdAccount, quoteBody } from './parties.ts';
import type { TestServer } from './test-server.ts';

/** The signed-in owner of a wallet with money, and an account to pay. */
export interface Payer extends TestWallet {
  readonly server: TestServer;
  readonly device: KeyPair;
  readonly to: string;
}

export async function preparePayer(server: TestServer, amount = 10_000_000): Promise<Payer> {
  const wallet = await newWallet(server);
  const device = newDevice(server);
  await openTestSession(server, wallet.accountId, device);
  if (amount > 0) await fund(server, wallet.accountId, amount);
  return { server, device, to: await makeUsdAccount(server, wallet.customerId), ...wallet };
}

export const askFromWallet = ({ server, accountId, to }: Payer, change: object = {}) =>
  server.request('POST', '/quotes', { ...quoteBody({ from: accountId, to, amount: 10_000_000 }), ...change });

export interface Instructed {
  readonly id: string;
  readonly paymentInstructions: readonly { readonly accountOrWalletInfo: Readonly<Record<string, string>> }[];
}

export const payloadOf = (quote: Instructed): string =>
  quote.paymentInstructions[0]?.accountOrWalletInfo['payloadToSign'] ?? '';

export function executeSigned({ server }: Payer, { id }: Instructed, signature?: string, headers: object = {}) {
  const signed = signature === undefined ? {} : { 'service-wallet-signature': signature };
  return server.request('POST', `/quotes/${id}/execute`, undefined, { ...signed, ...headers });
}
