import { DatabaseUnavailable, type Shortage } from '../../ground/database/database.ts';

/**
 * The port to the store of files: a disk, or an object store with the same three verbs. Keys are `<tenant>/<id>`, so a
 * file cannot be read without its tenant.
 */
export interface FileStore {
  /** Stores the content under a new key; it is durable once the promise resolves. */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** The content from a byte on, by default the first; throws `FileMissing` if there is no such file. */
  read(key: string, from?: number): AsyncIterable<Uint8Array>;
  /** Has no effect if there is no such file. */
  remove(key: string): Promise<void>;
}

export class FileMissing extends Error {}

const keyForm = /^\d+\/[0-9a-f-]{36}$/;

/** A key that could name anything but a file of the store is a bug, so it throws. */
export function checkKey(key: string): string {
  if (!keyForm.test(key)) throw new Error(`${key} is not the key of a file`);
  return key;
}

/**
 * The file store is away, full or busy. It may be on another disk than the database, so requests without files still
 * work.
 */
export class FilesUnavailable extends DatabaseUnavailable {
  constructor(shortage: Shortage, cause: unknown) {
    super(shortage, cause, false, 'the storage of files is');
  }
}
