import { newCustomerId } from './customers.ts';
import type { Answer, TestServer } from './test-server.ts';
import { type TestWallet, walletMakers } from './wallets.ts';

export type Side = 'customers' | 'platform';

/** The paths of one account, for customers or for the platform. */
export function accountPath(side: Side, id: string, verb = ''): string {
  return `/${side}/external-accounts/${id}${verb}`;
}

/** Registers a self-owned wallet and returns the account's id. */
export async function registerWallet(
  server: TestServer,
  wallet: TestWallet = walletMakers.SOLANA(1),
  side: Side = 'customers',
  customerId?: string,
): Promise<string> {
  const answer = await server.request('POST', `/${side}/external-accounts`, {
    ...(side === 'customers' && { customerId: customerId ?? (await newCustomerId(server)) }),
    currency: wallet.currency,
    ownershipType: 'FIRST_PARTY',
    accountInfo: { accountType: wallet.accountType, address: wallet.address },
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

export function challenge(
  server: TestServer,
  id: string,
  method: 'WALLET_SIGNATURE' | 'LIVENESS' = 'WALLET_SIGNATURE',
  side: Side = 'customers',
): Promise<Answer> {
  return server.request('POST', accountPath(side, id, '/challenge'), { method });
}

/** Starts a challenge and returns the message to sign. */
export async function messageFor(server: TestServer, id: string, side: Side = 'customers'): Promise<string> {
  const answer = await challenge(server, id, 'WALLET_SIGNATURE', side);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.messageToSign;
}

export function verify(
  server: TestServer,
  id: string,
  signature: string,
  side: Side = 'customers',
  signatureScheme?: string,
): Promise<Answer> {
  return server.request('POST', accountPath(side, id, '/verify'), {
    signature,
    ...(signatureScheme !== undefined && { signatureScheme }),
  });
}

export async function statusOf(server: TestServer, id: string): Promise<string> {
  return (await server.request('GET', accountPath('customers', id))).body.status;
}
