import { setTimeout as delay } from 'node:timers/promises';
import { WorkSetAside } from '../engines/due-work/troubled-work.ts';
import { createMovableClock, realAnchor } from '../ground/clock/clock.ts';
import { DatabaseUnavailable, DatabaseUnusable } from '../ground/database/database.ts';
import type { Log } from '../telemetry/lines/open-log.ts';
import { openTelemetry, type Telemetry } from '../telemetry/open-telemetry.ts';
import { banner } from './banner.ts';
import { watchClock } from './clock-steps.ts';
import { ListenFailed } from './failed-listen.ts';
import { FileUnusable } from './local-files.ts';
import { WrongMasterKey } from './local-platform.ts';
import type { StartOptions } from './options.ts';
import { UnusableOptions } from './read-flags.ts';
import { type RunningServer, startServer } from './start-server.ts';
import { stopSignal } from './stop-signals.ts';

/** Starts the server, prints that it is ready, and stops it on a signal. Returns the exit code of the process. */
export async function runServer(options: StartOptions): Promise<number> {
  try {
    return await serveUntilStopped(options);
  } catch (error) {
    if (error instanceof UnusableOptions) throw error;
    return explain(error);
  }
}

async function serveUntilStopped(options: StartOptions): Promise<number> {
  surviveOutages();
  const hasColours = options.mayColour && process.stderr.isTTY === true;
  const telemetry = await openTelemetry(
    { ...options, log: { form: options.log, isQuiet: options.isQuiet, hasColours } },
    process.stderr,
    createMovableClock(realAnchor),
  );
  const { log } = telemetry;
  const onBug = (error: unknown, requestId?: string): void => reportBug(log, error, requestId);
  const surroundings = { tell: log.note, faults: {}, telemetry };
  const server = await startServer(options, process.env['PAYMENTS_MASTER_KEY'], onBug, surroundings).catch(
    async (error: unknown) => {
      await log.close();
      throw error;
    },
  );
  // On PostgreSQL a server follows the clock of the database.
  const endWatch = options.databaseUrl === null ? watchClock(log.note) : () => undefined;
  // Listens before the ready line is printed: its reader may already send the signal.
  const stopped = stopSignal();
  const { baseUrl, docsUrl, platform, deployment } = server;
  process.stdout.write(
    options.isJson
      ? `${JSON.stringify({ baseUrl, ...platform, docsUrl, ...deployment })}\n`
      : banner(server, options, process.stdout.isTTY === true),
  );
  await stopped;
  if (!options.isJson && options.log === 'text') process.stderr.write('Finishing what is in flight…\n');
  // Senders of requests must notice first, so the server serves for the drain time before it stops.
  server.drain().catch(() => undefined);
  await delay(options.drainSeconds * 1000);
  endWatch();
  return stop(server, telemetry);
}

/**
 * Keeps the process alive through a full disk or a lost database. If two parallel reads fail, the first failure ends
 * the unit, and the second rejection has no handler. If the log cannot be written, the server works without it.
 */
function surviveOutages(): void {
  process.on('unhandledRejection', (error) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
  });
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

const forcedStopMs = 10_000;

async function stop(server: RunningServer, telemetry: Telemetry): Promise<number> {
  const forced = setTimeout(() => process.exit(1), forcedStopMs);
  await server.stop();
  clearTimeout(forced);
  // Unread output would keep the process from ending.
  const isTaken = [await telemetry.close(), await telemetry.log.close()].every(Boolean);
  if (!isTaken) process.exit(0);
  return 0;
}

/** A stack names code only, nothing that a caller sent. Work that was set aside has reported its stack before. */
function reportBug(log: Log, error: unknown, requestId?: string): void {
  if (error instanceof WorkSetAside) log.note(error.message);
  else log.bug(stackOf(error), requestId);
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** An error that the operator can fix is one line. Any other one is a bug and keeps its stack. */
function explain(error: unknown): number {
  const line = explanationOf(error);
  if (line !== undefined) return fail(line, 1);
  process.stderr.write(`${stackOf(error)}\n`);
  return 1;
}

/** A write that fails for these names no path. */
const fullDisk: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Why the server cannot start and how to fix it, or `undefined` for a bug. */
export function explanationOf(error: unknown): string | undefined {
  if (error instanceof UnusableOptions || isOperators(error)) return error.message;
  if (!(error instanceof Error)) return undefined;
  const isOfFile = 'path' in error || ('code' in error && fullDisk.has(error.code));
  if (isOfFile && 'syscall' in error) return `${error.message}. Fix that, or choose another folder with --data.`;
  return undefined;
}

function isOperators(error: unknown): error is Error {
  const kinds = [DatabaseUnusable, DatabaseUnavailable, WrongMasterKey, FileUnusable, ListenFailed];
  return kinds.some((kind) => error instanceof kind);
}

function fail(message: string, exitCode: number): number {
  process.stderr.write(`payments: ${message}\n`);
  return exitCode;
}
