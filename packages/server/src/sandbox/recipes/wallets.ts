import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { ExternalAccountId } from '@payments-platform/types';
import type { Maker } from './maker.ts';
import { newPerson } from './people.ts';

/** The bytes before the 32 bytes of an Ed25519 private key in PKCS #8, and before its public key (RFC 8410). */
const privateStart = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicStartBytes = 12;

/** A wallet in the customer's own custody, with ownership proved by a real signature. */
export async function provedWallet(maker: Maker): Promise<ExternalAccountId> {
  const { base58 } = await import('@scure/base');
  const secret = Buffer.from(maker.digits(32));
  const key = createPrivateKey({ key: Buffer.concat([privateStart, secret]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(publicStartBytes);
  const { id: customerId } = await newPerson(maker);
  const { id: externalAccountId } = await maker.ask('createCustomerExternalAccount', {
    body: {
      customerId,
      currency: 'USDC',
      ownershipType: 'FIRST_PARTY',
      accountInfo: { accountType: 'SOLANA_WALLET', address: base58.encode(publicKey) },
    },
  });
  const path = { externalAccountId };
  const method = 'WALLET_SIGNATURE' as const;
  const challenge = await maker.ask('createExternalAccountOwnershipChallenge', { path, body: { method } });
  if (challenge.method !== method) throw new Error(`a challenge by ${challenge.method}`);
  const signature = base58.encode(sign(null, Buffer.from(challenge.messageToSign), key));
  await maker.ask('verifyExternalAccountOwnership', { path, body: { signature } });
  return externalAccountId;
}
