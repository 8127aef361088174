import { Buffer } from 'node:buffer';
import { base58, base64 } from '@scure/base';

/** Decodes hexadecimal text, with or without `0x`; `undefined` for any other text. */
export function fromHex(text: string): Uint8Array | undefined {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  return /^([0-9a-f]{2})+$/i.test(digits) ? Buffer.from(digits, 'hex') : undefined;
}

/** Decodes Base64 in its canonical form, padding included. */
export function fromBase64(text: string): Uint8Array | undefined {
  return decoded(() => base64.decode(text));
}

export function fromBase58(text: string): Uint8Array | undefined {
  return decoded(() => base58.decode(text));
}

function decoded(decode: () => Uint8Array): Uint8Array | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
