import type { Buffer } from 'node:buffer';

const [quote, backslash, comma, bracket, brace] = Array.from('"\\,[{', (character) => character.charCodeAt(0));

/**
 * Whether a JSON text has more members and elements than this, with an empty object or array counted as one. It is not
 * parsed, because checking a hundred thousand values costs a hundred times as much as counting them. For bytes that
 * are not JSON the answer may be either.
 */
export function hasMoreValues(text: Buffer, most: number): boolean {
  let values = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === quote) isInString = !isInString;
    else if (isInString && byte === backslash) at += 1;
    else if (!isInString && (byte === comma || byte === bracket || byte === brace)) values += 1;
    if (values > most) return true;
  }
  return false;
}
