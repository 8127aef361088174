import { Buffer } from 'node:buffer';
import { base58, base64 } from '@scure/base';

/** Bytes of hexadecimal text, with or without `0x`; `undefined` when it is not that. */
export function fromHex(text: string): Uint8Array | undefined {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  return /^([0-9a-f]{2})+$/i.test(digits) ? Buffer.from(digits, 'hex') : undefined;
}

/** Bytes of Base64 in its one right spelling, padding included. */
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
