import { Buffer } from 'node:buffer';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unfinishedIn } from '../backups/unfinished-folder.ts';
import { createDiskFileStore } from '../engines/files/disk-file-store.ts';
import type { FileStore } from '../engines/files/file-store.ts';
import { createMemoryFileStore } from '../engines/files/memory-file-store.ts';
import { createDurably, makeFolder, narrow, narrowFolder, ownerOnly } from '../ground/database/owner-only.ts';
import type { Random } from '../ground/ids/ids.ts';
import { parseJson } from '../ground/json/json-text.ts';

/** Credentials of the local sandbox. The database has only a hash of the secret. */
export interface LocalCredentials {
  readonly tokenId: string;
  readonly tokenSecret: string;
}

/** Files beside the data that only their owner may read. If `folder` is null, nothing is stored. */
export interface LocalFiles {
  readonly databaseFile: string;
  /** The store of documents. They must be sealed before they come here. */
  readonly documents: FileStore;
  readCredentials(): LocalCredentials | undefined;
  writeCredentials(credentials: LocalCredentials): void;
  /** Records the server's address for programs on this machine. The returned function deletes the record. */
  announce(baseUrl: string): () => void;
  /** The given key, or else the stored one. */
  masterKey(given: string | undefined): Uint8Array | undefined;
  /** Makes and stores a new key: for a store with no sealed data yet. */
  makeMasterKey(random: Random): Uint8Array;
}

const masterKeyBytes = 32;

/** A file beside the data is broken, or the data is not complete. The message is one line that names it and the fix. */
export class FileUnusable extends Error {}

export function openLocalFiles(folder: string | null): LocalFiles {
  if (folder === null) {
    return {
      databaseFile: ':memory:',
      documents: createMemoryFileStore(),
      readCredentials: () => undefined,
      writeCredentials: () => undefined,
      announce: () => () => undefined,
      masterKey: (given) => (given === undefined ? undefined : readMasterKey(given, 'PAYMENTS_MASTER_KEY')),
      makeMasterKey: (random) => random.bytes(masterKeyBytes).slice(),
    };
  }
  const unfinished = unfinishedIn(folder);
  if (unfinished !== undefined) throw new FileUnusable(unfinished);
  makeFolder(folder);
  const credentialsFile = join(folder, 'credentials.json');
  const keyFile = join(folder, 'master.key');
  const addressFile = join(folder, 'address');
  const documents = join(folder, 'files');
  // Somebody else, or an older release, may have created the folder with wider permissions.
  for (const file of [credentialsFile, keyFile, addressFile]) narrow(file);
  narrowFolder(documents);
  return {
    databaseFile: join(folder, 'payments.sqlite'),
    documents: createDiskFileStore(documents),
    readCredentials: () => (existsSync(credentialsFile) ? readCredentials(credentialsFile) : undefined),
    writeCredentials: (credentials) =>
      writeFileSync(credentialsFile, `${JSON.stringify(credentials, null, 2)}\n`, { mode: ownerOnly }),
    announce: (baseUrl) => {
      writeFileSync(addressFile, `${baseUrl}\n`, { mode: ownerOnly });
      // Another server of the same database may have written its address since.
      return () => {
        if (existsSync(addressFile) && readFileSync(addressFile, 'utf8').trim() === baseUrl) rmSync(addressFile);
      };
    },
    masterKey: (given) => masterKeyIn(folder, given),
    makeMasterKey: (random) => {
      const made = random.bytes(masterKeyBytes).slice();
      // Before anything is sealed with it: data on the disk must not be without its key after a power failure.
      createDurably(keyFile, `${Buffer.from(made).toString('hex')}\n`);
      return made;
    },
  };
}

/** The given key, or else the one that is stored in the folder. Never makes one. */
export function masterKeyIn(folder: string, given: string | undefined): Uint8Array | undefined {
  if (given !== undefined) return readMasterKey(given, 'PAYMENTS_MASTER_KEY');
  const file = join(folder, 'master.key');
  return existsSync(file) ? readMasterKey(readText(file).trim(), file) : undefined;
}

function readCredentials(file: string): LocalCredentials {
  const read = parsed(readText(file));
  if (typeof read?.tokenId === 'string' && typeof read.tokenSecret === 'string') return read as LocalCredentials;
  throw new FileUnusable(
    `The credentials in ${file} cannot be read. Delete the file. The next start writes new credentials into it.`,
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new FileUnusable(
      `${file} cannot be read: ${error instanceof Error ? error.message : error}. Fix that, or choose another folder with --data.`,
    );
  }
}

function parsed(text: string): Partial<LocalCredentials> | null {
  try {
    return parseJson(text) as Partial<LocalCredentials> | null;
  } catch {
    return null;
  }
}

/** The key of 32 bytes from hexadecimal text. `place` is its source, for the error. */
export function readMasterKey(text: string, place: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new FileUnusable(
      `The master key in ${place} is not 64 hexadecimal characters. Restore the key that the data was sealed with. Without it the data cannot be read.`,
    );
  return Buffer.from(text, 'hex');
}
