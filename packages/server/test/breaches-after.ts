import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqliteDatabase } from '../src/ground/database/sqlite-database.ts';
import { verifyStore } from '../src/verify/verify-store.ts';

let copies = 0;

/** The findings of `verify` in a copy of a store with a planted fault. The copy is written to the folder. */
export async function breachesAfter(file: string, folder: string, fault: string): Promise<string[]> {
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
}
