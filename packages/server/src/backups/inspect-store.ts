import { createSystemRandom } from '../ground/ids/random.ts';
import { createSealer, isStoreSealedBy } from '../ground/sealing/sealer.ts';
import { BackupUnusable } from './backup-unusable.ts';

/** What a backup has to read from the store about its other parts. */
export interface StoreInspection {
  readonly schemaVersion: number;
  /** Some texts that were sealed with the master key. */
  readonly sealed: readonly string[];
  /** The keys of some of its files in the folder `files`. */
  readonly fileKeys: readonly string[];
}

/** What is read from the store of any release, and the schema version from which it exists. */
const readings = {
  sealed: { since: 1, text: 'SELECT sealed_private_key AS value FROM webhook_keys ORDER BY tenant LIMIT 100' },
  fileKeys: { since: 4, text: 'SELECT file_key AS value FROM documents ORDER BY tenant LIMIT 1000' },
} as const;

/** Reads a store with plain queries, which need no particular release and no migration. */
export async function inspectStore(
  schemaVersion: number,
  select: (text: string) => Promise<readonly string[]>,
): Promise<StoreInspection> {
  const read = async ({ since, text }: { readonly since: number; readonly text: string }) =>
    schemaVersion < since ? [] : select(text);
  return { schemaVersion, sealed: await read(readings.sealed), fileKeys: await read(readings.fileKeys) };
}

/** A backup with another key than that of its data could never be restored. */
export function refuseForeignKey({ sealed }: StoreInspection, masterKey: Uint8Array): void {
  if (!isStoreSealedBy(createSealer(masterKey, createSystemRandom()), sealed))
    throw new BackupUnusable(
      'The data is sealed with another master key. Give that key in PAYMENTS_MASTER_KEY, or its folder with --data.',
    );
}
