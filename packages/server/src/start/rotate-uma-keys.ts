import { rotateKeys } from '../engines/uma/keys.ts';
import type { Database } from '../ground/database/database.ts';
import { statement } from '../ground/database/statement.ts';
import type { Deps } from '../operation/deps.ts';
import { UnusableOptions } from './read-flags.ts';

interface Found {
  readonly tenant: number;
  readonly environment: string;
}

const find = statement<{ readonly platformId: string }, Found>('findTenantsOfPlatform', (db, { platformId }) =>
  db.selectFrom('platforms').select(['tenant', 'environment']).where('platform_id', '=', platformId),
);

interface Opened {
  readonly database: Database;
  readonly deps: Pick<Deps, 'sealer' | 'random' | 'clocks'>;
}

/** Makes new keys for the messages of a platform to other UMA providers, in each of its environments. */
export async function rotateUmaKeys({ database, deps }: Opened, platformId: string): Promise<Record<string, string>> {
  const found = await database.read((unit) => unit.all(find, { platformId }));
  if (found.length === 0) throw new UnusableOptions(`There is no platform ${platformId}.`);
  const shown: [string, string][] = [];
  for (const { tenant, environment } of found) {
    const from = await rotateKeys({ tenant, deps: { ...deps, database } });
    shown.push([environment, `new keys, in use from ${from}`]);
  }
  return Object.fromEntries(shown);
}
