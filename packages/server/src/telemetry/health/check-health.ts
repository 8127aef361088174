import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { hasSpaceForFiles } from '../../engines/files/disk-space.ts';
import { type Database, DatabaseUnavailable, type Shortage } from '../../ground/database/database.ts';
import { newestSchemaVersion, schemaVersionOf } from '../../ground/database/schema-version.ts';
import type { HealthCheck, HealthChecks } from '../../http/health-routes.ts';
import { NoAnswer, onceAtATime, within } from '../bounded-wait.ts';

export interface HealthSources {
  readonly database: Database;
  readonly shortage: () => Shortage | undefined;
  readonly shortageOfFiles: () => Shortage | undefined;
  /** The folder of the data; `null` if everything is in memory. */
  readonly dataFolder: string | null;
  /** The state of the workers. */
  readonly workers: () => WorkerState;
}

export interface WorkerState {
  /** How long ago the workers last polled for due work; `undefined` before their start. */
  readonly polledAgoMs: number | undefined;
  /** How long the relay's current claim has taken; 0 without one. */
  readonly claimingForMs: number;
  /** Whether they were told to stop, because the process is about to. */
  readonly isStopped: boolean;
}

/** One report serves all requests within this time, so that frequent probes cost nothing. */
const freshMs = 1_000;
/** The longest time for one check. A check without an answer by then has failed. */
const longestCheckMs = 2_000;
/** Workers poll four times a second, and wait at most this long for a database that does not answer. */
const longestSilenceMs = 20_000;
const longestClaimMs = 60_000;
/** With less free space, the next commits may not fit. */
const leastFreeBytes = 1024 * 1024;

const ok: HealthCheck = { status: 'ok' };
const failed = (problem: string): HealthCheck => ({ status: 'failed', problem });
const stopping = failed('The process is about to end. Send requests to another one.');

/** The readiness checks. Concurrent requests share one run. */
export function createHealthWatch(sources: HealthSources): () => Promise<HealthChecks> {
  const { database, dataFolder } = sources;
  const readVersion = onceAtATime(() => database.read(schemaVersionOf));
  // Beside PostgreSQL the data folder holds nothing that a payment needs.
  const hasStore = dataFolder !== null && database.engine === 'sqlite';
  const checkDisk = hasStore ? placeCheck(() => placeProblem('data folder', dataFolder)) : undefined;
  const checkFiles = dataFolder === null ? undefined : placeCheck(() => filesProblem(dataFolder));
  let known: { readonly checks: HealthChecks; readonly untilMs: number } | undefined;
  const probe = onceAtATime(async () => {
    const [store, disk, files] = await Promise.all([
      within(longestCheckMs, readVersion()).then(
        (version) => ({ database: ok, migrations: migrationCheck(database, version) }),
        (error: unknown) => ({ database: failed(lineOf(error)), migrations: failed('The database did not answer.') }),
      ),
      checkDisk?.(),
      checkFiles?.(),
    ]);
    const checks = { ...store, ...(disk && { disk }), ...(files && { files }), relay: relayCheck(sources.workers()) };
    known = { checks, untilMs: performance.now() + freshMs };
    return checks;
  });
  return async () => {
    // The other checks do not matter: a stopping process must get no new requests.
    if (sources.workers().isStopped) return { process: stopping };
    const checks = known !== undefined && performance.now() < known.untilMs ? known.checks : await probe();
    // An outage that requests have noticed counts at once, until a commit succeeds again.
    const store = sources.shortage();
    const files = sources.shortageOfFiles();
    if (store === undefined && files === undefined) return checks;
    return {
      ...checks,
      ...(store && { database: failed(lineOfShortage(store)) }),
      ...(files && {
        files: failed(lineOfShortage(files, 'The storage of files', 'requests that need a file')),
      }),
    };
  };
}

function migrationCheck({ engine }: Database, version: number): HealthCheck {
  const expected = newestSchemaVersion(engine);
  if (version === expected) return ok;
  return failed(
    `The store has migration ${version}, and this release has ${expected}. Run only one release on a store.`,
  );
}

/** The two folders may be on two disks: one that hangs must not fail the check of the other. */
function placeCheck(problemOf: () => Promise<string | undefined>): () => Promise<HealthCheck> {
  const probe = onceAtATime(problemOf);
  return () =>
    within(longestCheckMs, probe()).then(
      (problem) => (problem === undefined ? ok : failed(problem)),
      (error: unknown) => failed(lineOf(error)),
    );
}

/** Why a folder cannot be written to. */
async function placeProblem(name: string, path: string): Promise<string | undefined> {
  await access(path, constants.W_OK);
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize < leastFreeBytes ? `There is no space left for the ${name}. Free some.` : undefined;
}

/** Why files cannot be stored. Their folder is created with the first one. */
async function filesProblem(dataFolder: string): Promise<string | undefined> {
  const files = join(dataFolder, 'files');
  const place = await stat(files).then(
    () => files,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return dataFolder;
      throw error;
    },
  );
  if (await hasSpaceForFiles(place)) return placeProblem('stored files', place);
  return 'The disk of the stored files is full but for the space that is reserved for payments. Free some.';
}

function relayCheck({ polledAgoMs, claimingForMs }: WorkerState): HealthCheck {
  if (polledAgoMs === undefined) return failed('The workers have not started yet.');
  if (polledAgoMs > longestSilenceMs)
    return failed('The workers have stopped polling for due work. Restart the process.');
  if (claimingForMs > longestClaimMs) return failed('The relay hangs in a claim. Restart the process.');
  return ok;
}

/** Names no address of a store and no path, since the answer needs no credentials. */
function lineOf(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return lineOfShortage(error.shortage);
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (error instanceof NoAnswer) return `No answer within ${longestCheckMs / 1000} seconds.`;
  return code === undefined ? 'It cannot be used; the log says why.' : `It cannot be used (${code}).`;
}

function lineOfShortage(shortage: Shortage, subject = 'The store', refused = 'requests'): string {
  return `${subject} is ${shortage.toLowerCase()}; ${refused} are answered with 503 until it works again.`;
}
