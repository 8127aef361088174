import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnusableFlag } from '../../../command-line/src/run-command.ts';
import type { Database } from '../../../server/src/ground/database/database.ts';
import { PostgresDatabase } from '../../../server/src/ground/database/postgres-database.ts';
import { SqliteDatabase } from '../../../server/src/ground/database/sqlite-database.ts';
import { startPostgres } from '../sandbox/postgres.ts';

/** A folder that is deleted when the process ends. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `payments-${name}-`));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens a new empty store on an engine with each call. */
export async function openStores(engine: string, name: string): Promise<() => Promise<Database>> {
  if (engine === 'sqlite') {
    const folder = temporaryFolder(name);
    let count = 0;
    return async () => {
      count += 1;
      return SqliteDatabase.open(join(folder, `${count}.sqlite`));
    };
  }
  if (engine !== 'postgres') throw new UnusableFlag(`--engine takes sqlite or postgres, not "${engine}".`);
  const cluster = await startPostgres();
  if (typeof cluster === 'string') throw new Error(cluster);
  return async () => PostgresDatabase.open(await cluster.createDatabase(), 8);
}
