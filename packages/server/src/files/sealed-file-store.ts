import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Random } from '../ids/ids.ts';
import type { FileStore } from './file-store.ts';

const chunkBytes = 64 * 1024;
const tagBytes = 16;
const saltBytes = 16;
/** The first byte of every file, so that the form can change later. */
const version = 1;

/**
 * Seals what goes into a store and opens what comes out, in chunks, so that a large file is never whole in
 * memory. Each file has a key of its own, derived from the master key, its salt and its name; each chunk
 * carries its number and whether it is the last, so that chunks cannot be moved, dropped or cut off.
 */
export function sealFiles(store: FileStore, masterKey: Uint8Array, random: Random): FileStore {
  const keyOf = (key: string, salt: Uint8Array): Buffer =>
    Buffer.from(hkdfSync('sha256', masterKey, salt, `payments-platform file v1 ${key}`, 32));
  return {
    put: (key, content) => {
      const salt = random.bytes(saltBytes).slice();
      return store.put(key, seal(content, keyOf(key, salt), salt));
    },
    read: (key) => open(store.read(key), (salt) => keyOf(key, salt)),
    remove: (key) => store.remove(key),
  };
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

/** Cuts a stream into pieces of one size and tells which one is the last; an empty stream is one empty piece. */
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
  sealed: AsyncIterable<Uint8Array>,
  keyOf: (salt: Uint8Array) => Uint8Array,
): AsyncGenerator<Uint8Array> {
  const { salt, rest } = await readHead(sealed);
  const key = keyOf(salt);
  let index = 0;
  for await (const { bytes, isLast } of pieces(rest, chunkBytes + tagBytes)) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    yield Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]);
    index += 1;
  }
}

async function readHead(
  sealed: AsyncIterable<Uint8Array>,
): Promise<{ readonly salt: Uint8Array; readonly rest: AsyncIterable<Uint8Array> }> {
  const source = sealed[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  while (held.length <= saltBytes) {
    const next = await source.next();
    if (next.done === true) throw new Error('a sealed file is cut off');
    held = Buffer.concat([held, next.value]);
  }
  if (held[0] !== version) throw new Error(`a sealed file is of the unknown version ${held[0]}`);
  const rest = held.subarray(1 + saltBytes);
  return { salt: held.subarray(1, 1 + saltBytes), rest: behind(rest, source) };
}

async function* behind(first: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
}
