import { Buffer } from 'node:buffer';
import type { Random } from '../../ground/ids/ids.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';

/** As many as the specification gives a code: 32 bits, so that tries have to be counted. */
const codeBytes = 4;

export function newInvitationCode(random: Random): string {
  return Buffer.from(random.bytes(codeBytes)).toString('hex');
}

/** What stands in the place of a code: without the master key nobody can try codes against a copy of the data. */
export function invitationDigest(sealer: Sealer, code: string): string {
  return sealer.digest(`invitation ${code}`);
}
