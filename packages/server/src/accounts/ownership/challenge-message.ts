import { Buffer } from 'node:buffer';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Random } from '../../ground/ids/ids.ts';

const nonceBytes = 16;

export interface MessageParts {
  /** The name of the requesting platform, as the owner of the wallet knows it. */
  readonly domain: string;
  readonly network: string;
  /** The address in the network's own notation. */
  readonly address: string;
  readonly accountId: string;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
}

/**
 * The message that the wallet signs. It contains everything that the proof is bound to, so a signature for another
 * wallet, network, account, platform or time is a signature of another text. It is plain ASCII, so that every wallet
 * shows the same text.
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
