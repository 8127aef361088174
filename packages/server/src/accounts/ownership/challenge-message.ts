import { Buffer } from 'node:buffer';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Random } from '../../ground/ids/ids.ts';

const nonceBytes = 16;

export interface MessageParts {
  /** The requesting platform, by a name that the owner of the wallet knows. */
  readonly domain: string;
  readonly network: string;
  /** As the network itself writes it. */
  readonly address: string;
  readonly accountId: string;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
}

/**
 * The message that the wallet signs. It contains everything that the proof is bound to, so that a signature
 * made for another wallet, network, account, platform or time is of another text. Plain ASCII: every wallet shows
 * it alike.
 */
export function challengeMessage(parts: MessageParts, random: Random): string {
  const { domain, network, address, accountId, issuedAt, expiresAt } = parts;
  return [
    `${domain} asks you to prove that this wallet is yours.`,
    '',
    `Address: ${address}`,
    `Network: ${network}`,
    `Account: ${accountId}`,
    `Nonce: ${Buffer.from(random.bytes(nonceBytes)).toString('hex')}`,
    `Issued: ${issuedAt}`,
    `Expires: ${expiresAt}`,
    '',
    'Signing this proves ownership only. It moves no money and gives no access.',
  ].join('\n');
}
