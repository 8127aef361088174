import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll } from 'vitest';
import { SqliteDatabase } from '../src/ground/database/sqlite-database.ts';
import { verifyStore } from '../src/verify/verify-store.ts';
import { createStoreFolder, openMigratedFile } from './fresh-stores.ts';
import { type StartOptions, startTestServer, type TestServer } from './test-server.ts';

/**
 * Fills a store before the tests of a file. Returns the function that plants a fault in a copy of it and gives the
 * findings of `verify` there.
 */
export function breachesIn(
  fill: (server: TestServer) => Promise<void>,
  options: StartOptions = {},
): (fault: string) => Promise<string[]> {
  const folder = createStoreFolder();
  const file = join(folder, 'healthy.sqlite');
  let copies = 0;
  beforeAll(async () => {
    const database = await openMigratedFile(file);
    const server = await startTestServer(database, options);
    await fill(server);
    await server.close();
    await database.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  return async (fault) => {
    copies += 1;
    const copy = join(folder, `copy-${copies}.sqlite`);
    const source = new DatabaseSync(file);
    source.exec(`VACUUM INTO '${copy}'`);
    source.close();
    const planted = new DatabaseSync(copy);
    planted.exec(`PRAGMA ignore_check_constraints = ON; ${fault}`);
    planted.close();
    const database = SqliteDatabase.open(copy);
    const findings = await verifyStore(database);
    await database.close();
    return findings.filter(({ breach }) => breach !== null).map(({ name }) => name);
  };
}
