import { Buffer } from 'node:buffer';

const largestOneByte = 0xfc;
const largestTwoBytes = 0xffff;

/** Bytes with their count before them, as Bitcoin writes it. Nothing here is longer than 65535 bytes. */
export function sized(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([count(bytes.length), bytes]);
}

function count(value: number): Uint8Array {
  if (value <= largestOneByte) return Buffer.from([value]);
  if (value > largestTwoBytes) throw new Error(`${value} bytes are more than a message can have`);
  const written = Buffer.from([0xfd, 0, 0]);
  written.writeUInt16LE(value, 1);
  return written;
}

/** A 32-bit number, the least significant byte first. */
export function uint32(value: number): Uint8Array {
  const written = Buffer.alloc(4);
  written.writeUInt32LE(value);
  return written;
}

/**
 * The stack of one input. Signatures and keys are short, so a count or length of more than one byte is not
 * read; neither are bytes that are left over. `undefined` then.
 */
export function readWitness(bytes: Uint8Array): Uint8Array[] | undefined {
  const [items = 0] = bytes;
  const stack: Uint8Array[] = [];
  let at = 1;
  for (let index = 0; index < items; index += 1) {
    const length = bytes[at];
    if (length === undefined || length > largestOneByte || at + 1 + length > bytes.length) return undefined;
    stack.push(bytes.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return at === bytes.length && items <= largestOneByte ? stack : undefined;
}
