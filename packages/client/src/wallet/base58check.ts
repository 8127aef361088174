import { base58 } from '@scure/base';
import type { Bytes } from './encodings.ts';

const checksumBytes = 4;

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** Decodes Base58 that ends with the first four bytes of a double SHA-256; `undefined` if they do not match. */
export async function readBase58check(text: string): Promise<Bytes | undefined> {
  const bytes = decode(text);
  if (bytes === undefined || bytes.length <= checksumBytes) return undefined;
  const payload = bytes.slice(0, -checksumBytes);
  const digest = await sha256(await sha256(payload));
  return bytes.subarray(-checksumBytes).every((byte, index) => byte === digest[index]) ? payload : undefined;
}

function decode(text: string): Bytes | undefined {
  try {
    return new Uint8Array(base58.decode(text));
  } catch {
    return undefined;
  }
}
