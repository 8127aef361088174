import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, DatabaseUnavailable, type Shortage } from '../../ground/database/database.ts';
import { newestSchemaVersion, schemaVersionOf } from '../../ground/database/schema-version.ts';
import type { HealthCheck } from '../../http/health-routes.ts';
import { NoAnswer, onceAtATime, within } from '../bounded-look.ts';

export interface HealthSources {
  readonly database: Database;
  readonly shortage: () => Shortage | undefined;
  readonly shortageOfFiles: () => Shortage | undefined;
  /** The folder of the data; `null` where nothing is kept. */
  readonly dataFolder: string | null;
  /** What the workers are at. */
  readonly workers: () => WorkerState;
}

export interface WorkerState {
  /** How long ago the workers last looked for due work; `undefined` while they have not been started. */
  readonly lookedAgoMs: number | undefined;
  /** How long the relay has been claiming deliveries; 0 while it is not. */
  readonly claimingForMs: number;
  /** Whether they were told to stop, as the process is about to. */
  readonly isStopped: boolean;
}

export type HealthChecks = Readonly<Record<string, HealthCheck>>;

/** A report serves all who ask within this time, so that asking often costs nothing. */
const freshMs = 1_000;
/** As long as one check may take; what has not answered by then has failed. */
const longestCheckMs = 2_000;
/** Workers look four times a second, and wait for a database that does not answer for at most this long. */
const longestLookMs = 20_000;
const longestClaimMs = 60_000;
/** Less than this, and the next commits no longer fit. */
const leastFreeBytes = 1024 * 1024;

const ok: HealthCheck = { status: 'ok' };
const failed = (problem: string): HealthCheck => ({ status: 'failed', problem });
const stopping = failed('The process is about to end: send requests elsewhere.');

/** What is asked about readiness; one look serves all who ask at the same time. */
export function createHealthWatch(sources: HealthSources): () => Promise<HealthChecks> {
  const readVersion = onceAtATime(() => sources.database.read(schemaVersionOf));
  const readFolder = onceAtATime(async () => folderProblem(sources.dataFolder));
  let known: { readonly checks: HealthChecks; readonly untilMs: number } | undefined;
  const look = onceAtATime(async () => {
    const [store, disk] = await Promise.all([
      within(longestCheckMs, readVersion()).then(
        (version) => ({ database: ok, migrations: migrationCheck(sources.database, version) }),
        (error: unknown) => ({ database: failed(lineOf(error)), migrations: failed('The database cannot be asked.') }),
      ),
      sources.dataFolder === null
        ? undefined
        : within(longestCheckMs, readFolder()).then(
            (problem) => (problem === undefined ? ok : failed(problem)),
            (error: unknown) => failed(lineOf(error)),
          ),
    ]);
    const checks = { ...store, ...(disk && { disk }), relay: relayCheck(sources.workers()) };
    known = { checks, untilMs: performance.now() + freshMs };
    return checks;
  });
  return async () => {
    // Whatever else there is to say: no new request belongs here.
    if (sources.workers().isStopped) return { process: stopping };
    const checks = known !== undefined && performance.now() < known.untilMs ? known.checks : await look();
    // What requests have met counts at once, and until a commit has shown that it is over.
    const store = sources.shortage();
    const files = sources.shortageOfFiles();
    if (store === undefined && files === undefined) return checks;
    return {
      ...checks,
      ...(store && { database: failed(lineOfShortage(store)) }),
      ...(files && {
        disk: failed(lineOfShortage(files, 'The place of the stored files', 'requests that need a file')),
      }),
    };
  };
}

function migrationCheck({ engine }: Database, version: number): HealthCheck {
  const expected = newestSchemaVersion(engine);
  if (version === expected) return ok;
  return failed(`The store has migration ${version} and this release ${expected}: run one release on it.`);
}

/** What keeps the folder of the data from being written to, or that of the stored files, which may be another disk. */
async function folderProblem(folder: string | null): Promise<string | undefined> {
  if (folder === null) return undefined;
  const files = join(folder, 'files');
  const hasFiles = await stat(files).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      // It is made for the first file.
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
  for (const [name, path] of [
    ['data folder', folder] as const,
    ...(hasFiles ? [['stored files', files] as const] : []),
  ]) {
    await access(path, constants.W_OK);
    const { bavail, bsize } = await statfs(path);
    if (bavail * bsize < leastFreeBytes) return `There is no room left for the ${name}: make some.`;
  }
  return undefined;
}

function relayCheck({ lookedAgoMs, claimingForMs }: WorkerState): HealthCheck {
  if (lookedAgoMs === undefined) return failed('The workers have not been started yet.');
  if (lookedAgoMs > longestLookMs) return failed('The workers have stopped looking for due work: restart the process.');
  if (claimingForMs > longestClaimMs) return failed('The relay hangs in a claim: restart the process.');
  return ok;
}

/** No address of a store, no path: what is answered here is read by whoever asks. */
function lineOf(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return lineOfShortage(error.shortage);
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (error instanceof NoAnswer) return `No answer within ${longestCheckMs / 1000} seconds.`;
  return code === undefined ? 'It cannot be used; the log says why.' : `It cannot be used (${code}).`;
}

function lineOfShortage(shortage: Shortage, subject = 'The store', refused = 'requests'): string {
  return `${subject} is ${shortage.toLowerCase()}; ${refused} are answered with 503 until it works again.`;
}
