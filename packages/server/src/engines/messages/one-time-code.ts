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

const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ';
const digitsOfCodes = '0123456789';

/** As long as a platform wants it; letters are those that nobody mistakes for a digit. */
export function drawCodeOf(random: Random, { length, hasLetters }: CodeForm): string {
  const alphabet = hasLetters ? `23456789${letters}` : digitsOfCodes;
  const fairByte = Math.floor(256 / alphabet.length) * alphabet.length;
  let code = '';
  while (code.length < length) {
    const byte = random.bytes(1)[0] ?? 0;
    if (byte < fairByte) code += alphabet.charAt(byte % alphabet.length);
  }
  return code;
}

export interface CodeForm {
  readonly length: number;
  readonly hasLetters: boolean;
}
