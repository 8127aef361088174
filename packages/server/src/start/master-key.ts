import type { Database } from '../ground/database/database.ts';
import type { Random } from '../ground/ids/ids.ts';
import { listSandboxTenants } from '../platform/platforms/find-platform.ts';
import { hasProduction } from '../platform/platforms/has-production.ts';
import { FileUnusable, type LocalFiles } from './local-files.ts';

/**
 * A master key for a store whose own is nowhere: a new one where the store has no platform yet. Data that is there is
 * sealed with another one, so a new one would open nothing and look like the right one afterwards.
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
    `There is no master key in ${folder}, and the data is sealed with one. Bring its master.key back from where it is kept, such as the folder keys of a backup made with --with-keys, or give it in PAYMENTS_MASTER_KEY; without it the data cannot be read.`,
  );
}
