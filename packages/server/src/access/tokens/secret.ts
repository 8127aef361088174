import { Buffer } from 'node:buffer';
import type { Random } from '../../ground/ids/ids.ts';
import { withoutSandboxSuffix } from '../../ground/ids/sandbox-suffixes.ts';

const clientIdBytes = 16;
/** 144 bits: too many to guess, so a plain SHA-256 protects the secret. */
const secretBytes = 18;

/** A user name for HTTP Basic: 32 hexadecimal characters. */
export function newClientId(random: Random): string {
  return withoutSandboxSuffix(() => Buffer.from(random.bytes(clientIdBytes)).toString('hex'));
}

/** A password for HTTP Basic: 36 hexadecimal characters. */
export function newSecret(random: Random): string {
  return Buffer.from(random.bytes(secretBytes)).toString('hex');
}
