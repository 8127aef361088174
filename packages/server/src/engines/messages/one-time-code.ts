import type { Random } from '../../ground/ids/ids.ts';

const digits = 6;
const codes = 10 ** digits;
/** Numbers from here on are drawn again, so that all codes are equally likely. */
const fairLimit = Math.floor(2 ** 32 / codes) * codes;

/** A random code of six digits. */
export function drawCode(random: Random): string {
  for (;;) {
    const drawn = new DataView(random.bytes(4).slice().buffer).getUint32(0);
    if (drawn < fairLimit) return String(drawn % codes).padStart(digits, '0');
  }
}

const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ';
const digitsOfCodes = '0123456789';

/** A code with the length and alphabet that a platform chose; it has no letters that resemble digits. */
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
