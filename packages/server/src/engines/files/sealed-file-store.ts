import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Random } from '../../ground/ids/ids.ts';
import type { FileStore } from './file-store.ts';

const chunkBytes = 64 * 1024;
const tagBytes = 16;
const saltBytes = 16;
/** The first byte of every file, so that the format can change later. */
const version = 1;
/** Version and salt. */
const headBytes = 1 + saltBytes;

/**
 * Encrypts files on the way into a store and decrypts them on the way out, in chunks, so that a large file is never
 * whole in memory. Each file has its own key, derived from the master key, its salt and its name. Each chunk
 * authenticates its number and whether it is the last, so chunks cannot be moved, dropped or cut off.
 */
export function sealFiles(store: FileStore, masterKey: Uint8Array, random: Random): FileStore {
  const keyOf = (key: string, salt: Uint8Array): Buffer =>
    Buffer.from(hkdfSync('sha256', masterKey, salt, `payments-platform file v1 ${key}`, 32));
  return {
    put: (key, content) => {
      const salt = random.bytes(saltBytes).slice();
      return store.put(key, seal(content, keyOf(key, salt), salt));
    },
    read: (key, from = 0) =>
      open(
        (start) => store.read(key, start),
        (salt) => keyOf(key, salt),
        from,
      ),
    remove: (key) => store.remove(key),
  };
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

/** Splits a stream into pieces of one size and marks the last one; an empty stream is one empty piece. */
async function* pieces(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ readonly bytes: Buffer; readonly isLast: boolean }> {
  let held: Buffer = Buffer.alloc(0);
  for await (const bytes of content) {
    held = held.length === 0 ? Buffer.from(bytes) : Buffer.concat([held, bytes]);
    for (; held.length > size; held = held.subarray(size)) yield { bytes: held.subarray(0, size), isLast: false };
  }
  yield { bytes: held, isLast: true };
}

async function* seal(
  content: AsyncIterable<Uint8Array>,
  key: Uint8Array,
  salt: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield Buffer.concat([Buffer.of(version), salt]);
  let index = 0;
  for await (const { bytes, isLast } of pieces(content, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast));
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
    yield Buffer.concat([sealed, cipher.getAuthTag()]);
    index += 1;
  }
}

async function* open(
  readFrom: (start: number) => AsyncIterable<Uint8Array>,
  keyOf: (salt: Uint8Array) => Uint8Array,
  from: number,
): AsyncGenerator<Uint8Array> {
  const key = keyOf(await readSalt(readFrom(0)));
  // Start with the chunk of the previous byte, because the end of the file also belongs to a chunk.
  let index = from === 0 ? 0 : Math.floor((from - 1) / chunkBytes);
  let skipped = from - index * chunkBytes;
  const sealed = readFrom(headBytes + index * (chunkBytes + tagBytes));
  for await (const { bytes, isLast } of pieces(sealed, chunkBytes + tagBytes)) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    yield Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).subarray(skipped);
    skipped = 0;
    index += 1;
  }
}

async function readSalt(sealed: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let head: Buffer = Buffer.alloc(0);
  for await (const bytes of sealed) {
    head = Buffer.concat([head, bytes]);
    if (head.length >= headBytes) break;
  }
  if (head.length < headBytes) throw new Error('a sealed file is truncated');
  if (head[0] !== version) throw new Error(`a sealed file has the unknown version ${head[0]}`);
  return head.subarray(1, headBytes);
}
