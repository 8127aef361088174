import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, DatabaseUnusable } from '../ground/database/database.ts';
import type { Finding } from '../verify/verify-store.ts';
import { databaseUrlIn, givenVariables } from './given-variables.ts';
import { programNames } from './program-names.ts';
import { readFlags, UnusableOptions } from './read-flags.ts';

const help = `Usage: ${programNames.verify} [--data FOLDER] [--json]

Checks the invariants of the ledger and of the outbox on a stopped or a live database, and that each
document has its file, and names the first row that breaks one. Also reports how much due work fails.
Reads only. DATABASE_URL chooses PostgreSQL. Exit status: 0 when every rule holds, 1 on a breach, 2 when the database cannot be opened.

  --data FOLDER  folder of the embedded database and the stored files (PAYMENTS_DATA, default .data);
                 with DATABASE_URL, files are checked only if it is given
  --json         end with one line of figures
`;

/** Checks the data that the arguments name and prints the findings. Returns the exit code. */
export async function answerVerify(words: readonly string[], print: (text: string) => void): Promise<number> {
  const options = { data: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const { values } = readFlags(() => parseArgs({ args: [...words], options }));
  if (values.help === true) {
    print(help);
    return 0;
  }
  const { verifyStore } = await import('../verify/verify-store.ts');
  const { verifyFiles } = await import('../verify/verify-files.ts');
  const { countTroubledWork } = await import('../engines/due-work/retry-work.ts');
  const given = values.data ?? givenVariables(process.env)['PAYMENTS_DATA'];
  const folder = given ?? '.data';
  const database = await open(folder).catch((error: unknown) => {
    // Callers must not take this exit code for a breach.
    throw error instanceof DatabaseUnusable ? new UnusableOptions(error.message) : error;
  });
  try {
    const show = ({ name, rule, breach }: Finding): void => {
      if (values.json !== true) print(`${breach === null ? 'ok     ' : 'BREACH '} ${name}: ${breach ?? rule}\n`);
    };
    const findings = await verifyStore(database, show);
    // With PostgreSQL, this may be another machine than the servers', without their files.
    if (database.engine === 'sqlite' || given !== undefined) {
      const ofFiles = await verifyFiles(database, join(folder, 'files'));
      show(ofFiles);
      findings.push(ofFiles);
    }
    const troubled = await database.read(countTroubledWork);
    const breaches = findings.filter(({ breach }) => breach !== null);
    if (values.json === true) {
      const figures = {
        invariants: findings.length,
        breaches: breaches.length,
        first: breaches[0] ?? null,
        ...troubled,
      };
      print(`${JSON.stringify(figures)}\n`);
    } else {
      print(`${findings.length} invariants checked, ${breaches.length} broken.\n`);
      const { setAside, retried } = troubled;
      if (setAside + retried > 0)
        print(
          `Due work that fails: ${setAside} set aside, ${retried} to be retried. ${programNames.operator} troubled-work shows it.\n`,
        );
    }
    return breaches.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

async function open(folder: string): Promise<Database> {
  const url = databaseUrlIn(process.env);
  if (url !== undefined) {
    const { PostgresDatabase } = await import('../ground/database/postgres-database.ts');
    return PostgresDatabase.openForReading(url);
  }
  const file = join(folder, 'payments.sqlite');
  if (!existsSync(file)) throw new DatabaseUnusable(`There is no database in ${folder}. Give its folder with --data.`);
  const { SqliteDatabase } = await import('../ground/database/sqlite-database.ts');
  return SqliteDatabase.openForReading(file);
}

if (import.meta.main) {
  const print = (text: string): void => void process.stdout.write(text);
  process.exitCode = await answerVerify(process.argv.slice(2), print).catch((error: unknown) => {
    process.stderr.write(`verify: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  });
}
