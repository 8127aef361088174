import type { Random } from '../../ground/ids/ids.ts';

/** What every code is in the sandbox, where nothing is sent. */
export const sandboxCode = '123456';

const digits = 6;
const codes = 10 ** digits;
/** Draws at or above this are drawn again, so that every code is as likely as any other. */
const fairLimit = Math.floor(2 ** 32 / codes) * codes;

/** A code of six digits that nobody can foresee; in the sandbox it is always the same. */
export function newCode(environment: 'SANDBOX' | 'PRODUCTION', random: Random): string {
  if (environment === 'SANDBOX') return sandboxCode;
  for (;;) {
    const drawn = new DataView(random.bytes(4).slice().buffer).getUint32(0);
    if (drawn < fairLimit) return String(drawn % codes).padStart(digits, '0');
  }
}
