import type { Random } from '../../ground/ids/ids.ts';

const digits = 6;
const codes = 10 ** digits;
/** Draws at or above this are drawn again, so that every code is as likely as any other. */
const fairLimit = Math.floor(2 ** 32 / codes) * codes;

/** A code of six digits that nobody can foresee. */
export function drawCode(random: Random): string {
  for (;;) {
    const drawn = new DataView(random.bytes(4).slice().buffer).getUint32(0);
    if (drawn < fairLimit) return String(drawn % codes).padStart(digits, '0');
  }
}
