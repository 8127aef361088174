import { DatabaseUnavailable, type Shortage } from '../../ground/database/database.ts';

/**
 * The port to wherever files are kept: a disk, or an object store with the same three verbs. Keys are
 * `<tenant>/<id>`, so that no file can be reached without knowing whose it is.
 */
export interface FileStore {
  /** Stores the content under a new key; it is durable once the promise resolves. */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** The content from a byte on, the first one unless it is said; throws `FileMissing` when nothing is there. */
  read(key: string, from?: number): AsyncIterable<Uint8Array>;
  /** Harmless when nothing is there. */
  remove(key: string): Promise<void>;
}

export class FileMissing extends Error {}

const keyForm = /^\d+\/[0-9a-f-]{36}$/;

/** A key that could name anything else than a file of the store is a bug. */
export function checkKey(key: string): string {
  if (!keyForm.test(key)) throw new Error(`${key} is not the key of a file`);
  return key;
}

/** The files are away, full or busy, as a store may be. They may lie on another disk: what needs no file goes on meanwhile. */
export class FilesUnavailable extends DatabaseUnavailable {
  constructor(shortage: Shortage, cause: unknown) {
    super(shortage, cause, false, 'the storage of files is');
  }
}
