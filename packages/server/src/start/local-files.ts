import { Buffer } from 'node:buffer';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDiskFileStore } from '../files/disk-file-store.ts';
import type { FileStore } from '../files/file-store.ts';
import { createMemoryFileStore } from '../files/memory-file-store.ts';
import type { Random } from '../ids/ids.ts';

/** Credentials of the local sandbox; the database has only a hash of the secret. */
export interface LocalCredentials {
  readonly tokenId: string;
  readonly tokenSecret: string;
}

/** Files beside the data that only their owner may read. `folder` null keeps nothing. */
export interface LocalFiles {
  readonly databaseFile: string;
  /** Where documents are kept; they have to be sealed before they come here. */
  readonly documents: FileStore;
  readCredentials(): LocalCredentials | undefined;
  writeCredentials(credentials: LocalCredentials): void;
  masterKey(given: string | undefined, random: Random): Uint8Array;
}

const ownerOnly = 0o600;
const masterKeyBytes = 32;

export function openLocalFiles(folder: string | null): LocalFiles {
  if (folder === null) {
    return {
      databaseFile: ':memory:',
      documents: createMemoryFileStore(),
      readCredentials: () => undefined,
      writeCredentials: () => undefined,
      masterKey: (given, random) => (given === undefined ? random.bytes(masterKeyBytes).slice() : readMasterKey(given)),
    };
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const credentialsFile = join(folder, 'credentials.json');
  const keyFile = join(folder, 'master.key');
  return {
    databaseFile: join(folder, 'payments.sqlite'),
    documents: createDiskFileStore(join(folder, 'files')),
    readCredentials: () =>
      existsSync(credentialsFile) ? (JSON.parse(readFileSync(credentialsFile, 'utf8')) as LocalCredentials) : undefined,
    writeCredentials: (credentials) =>
      writeFileSync(credentialsFile, `${JSON.stringify(credentials, null, 2)}\n`, { mode: ownerOnly }),
    masterKey: (given, random) => {
      if (given !== undefined) return readMasterKey(given);
      if (!existsSync(keyFile)) {
        writeFileSync(keyFile, `${Buffer.from(random.bytes(masterKeyBytes)).toString('hex')}\n`, {
          mode: ownerOnly,
          flag: 'wx',
        });
      }
      return readMasterKey(readFileSync(keyFile, 'utf8').trim());
    },
  };
}

function readMasterKey(text: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new Error('The master key must be 64 hexadecimal characters.');
  return Buffer.from(text, 'hex');
}
