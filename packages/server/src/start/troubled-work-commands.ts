import { listAllTroubledWork, retryTroubledWork } from '../engines/due-work/retry-work.ts';
import type { TroubledWork } from '../engines/due-work/troubled-work.ts';
import type { Database } from '../ground/database/database.ts';
import { sealedDatabase, type Vault } from '../ground/database/sealed-database.ts';

interface Opened {
  readonly database: Database;
  readonly deps: { readonly sealer: Vault };
}

type Lines = Readonly<Record<string, string>>;

/** Lists due work that fails on every attempt, and what happens to it. */
export async function showTroubledWork({ database, deps }: Opened): Promise<Lines> {
  return linesOf(await sealedDatabase(database, deps.sealer).read(listAllTroubledWork));
}

/** Schedules one piece of work for a retry, or all of it, and returns what that was. */
export async function retryWork({ database, deps }: Opened, id: string | undefined): Promise<Lines> {
  return linesOf(await sealedDatabase(database, deps.sealer).transaction((unit) => retryTroubledWork(unit, id)));
}

function linesOf(work: readonly TroubledWork[]): Lines {
  const waiting = work.map((row) => [`${row.kind} ${row.id}`, explain(row)] as const);
  return Object.fromEntries(waiting.length === 0 ? [['troubled work', 'none']] : waiting);
}

function explain({ attempts, first_failed_at, retry_at, problem }: TroubledWork): string {
  const next = retry_at === null ? 'set aside' : `next attempt at ${retry_at}`;
  return `${next}, ${attempts} attempts since ${first_failed_at}: ${problem}`;
}
