import { Buffer } from 'node:buffer';
import { checkKey, FileMissing, type FileStore } from './file-store.ts';

/** The size of the pieces that a disk returns. */
const pieceBytes = 64 * 1024;

/** Stores files in memory until the process ends, for an in-memory sandbox. */
export function createMemoryFileStore(): FileStore & { readonly keys: () => readonly string[] } {
  const files = new Map<string, Buffer>();
  return {
    keys: () => [...files.keys()],
    put: async (key, content) => {
      const parts: Uint8Array[] = [];
      for await (const bytes of content) parts.push(bytes);
      files.set(checkKey(key), Buffer.concat(parts));
    },
    read: (key, from = 0) => readBytes(files.get(checkKey(key))?.subarray(from), key),
    remove: async (key) => {
      files.delete(checkKey(key));
    },
  };
}

async function* readBytes(bytes: Buffer | undefined, key: string): AsyncGenerator<Uint8Array> {
  if (bytes === undefined) throw new FileMissing(`there is no file ${key}`);
  for (let at = 0; at < bytes.length || at === 0; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}
