import { Buffer } from 'node:buffer';
import type { Random } from '../../ground/ids/ids.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';

/** The length that the specification gives a code: 32 bits, so attempts must be counted. */
const codeBytes = 4;

export function newInvitationCode(random: Random): string {
  return Buffer.from(random.bytes(codeBytes)).toString('hex');
}

/** Stored instead of the code: without the master key, codes cannot be tried against a copy of the data. */
export function invitationDigest(sealer: Sealer, code: string): string {
  return sealer.digest(`invitation ${code}`);
}
