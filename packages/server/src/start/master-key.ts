import type { Database } from '../ground/database/database.ts';
import type { Random } from '../ground/ids/ids.ts';
import { listSandboxTenants } from '../platform/platforms/find-platform.ts';
import { hasProduction } from '../platform/platforms/has-production.ts';
import { FileUnusable, type LocalFiles } from './local-files.ts';

/**
 * Makes a master key if the store has none and no platform yet. Existing data is sealed with another key: a new one
 * could not open it, and would later look like the right one.
 */
export async function makeMasterKey(
  database: Database,
  files: LocalFiles,
  folder: string | null,
  random: Random,
): Promise<Uint8Array> {
  const isFresh = await database.read(
    async (unit) => (await listSandboxTenants(unit)).length === 0 && !(await hasProduction(unit)),
  );
  if (isFresh) return files.makeMasterKey(random);
  throw new FileUnusable(
    `There is no master key in ${folder}, and the data is sealed with one. Restore its master.key from where you keep it, such as the folder keys of a backup made with --with-keys, or give the key in PAYMENTS_MASTER_KEY. Without it the data cannot be read.`,
  );
}
