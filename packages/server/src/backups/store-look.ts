import { createSystemRandom } from '../ground/ids/random.ts';
import { createSealer, isStoreSealedBy } from '../ground/sealing/sealer.ts';
import { BackupUnusable } from './backup-unusable.ts';

/** What the store that is backed up says of what has to go with it. */
export interface StoreLook {
  readonly schemaVersion: number;
  /** Some texts that the master key sealed. */
  readonly sealed: readonly string[];
  /** Some of the files that it names, from the folder `files`. */
  readonly fileKeys: readonly string[];
}

/** What is read of a store of any release, and the schema from which on it is there. */
const readings = {
  sealed: { since: 1, text: 'SELECT sealed_private_key AS value FROM webhook_keys ORDER BY tenant LIMIT 100' },
  fileKeys: { since: 4, text: 'SELECT file_key AS value FROM documents ORDER BY tenant LIMIT 1000' },
} as const;

/** Looks at a store by what selects its texts; no release and no migration is assumed. */
export async function lookAtStore(
  schemaVersion: number,
  select: (text: string) => Promise<readonly string[]>,
): Promise<StoreLook> {
  const read = async ({ since, text }: { readonly since: number; readonly text: string }) =>
    schemaVersion < since ? [] : select(text);
  return { schemaVersion, sealed: await read(readings.sealed), fileKeys: await read(readings.fileKeys) };
}

/** A backup under another key than its data could never be restored. */
export function refuseForeignKey({ sealed }: StoreLook, masterKey: Uint8Array): void {
  if (!isStoreSealedBy(createSealer(masterKey, createSystemRandom()), sealed))
    throw new BackupUnusable(
      'The data are sealed with another master key. Give that one in PAYMENTS_MASTER_KEY, or name the folder that has it with --data.',
    );
}
