import { dirname } from 'node:path';

/** Progress goes to standard error: standard output is for results. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A flag is invalid; the message says in one line how to use it. */
export class UnusableFlag extends Error {}

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Runs the main part of a script; a signal ends it through `exit`, so that the processes it started are stopped. */
export function runScript(name: string, main: () => Promise<number>): Promise<never> {
  for (const signal of signals) process.once(signal, () => process.exit(130));
  return exitWith(name, main);
}

const longestEndMs = 5_000;

/** Runs the main part of a script, which ends soon after a signal with the results so far. */
export function runUntilSignal(name: string, main: (signal: AbortSignal) => Promise<number>): Promise<never> {
  const ended = new AbortController();
  // The terminal and the parent process both pass Ctrl-C on, so a second signal is the same request.
  for (const signal of signals)
    process.on(signal, () => {
      if (!ended.signal.aborted) setTimeout(() => process.exit(130), longestEndMs).unref();
      ended.abort();
    });
  return exitWith(name, () => main(ended.signal));
}

async function exitWith(name: string, main: () => Promise<number>): Promise<never> {
  try {
    process.exit(await main());
  } catch (error) {
    tell(`${name}: ${explain(error)}`);
    process.exit(error instanceof UnusableFlag ? 2 : 1);
  }
}

const notWritten: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** What to do about a file or folder that may not be written, where an error is about one. */
export function sayUnwritable(error: unknown): string | undefined {
  const { code, path } = { code: undefined, path: undefined, ...(error instanceof Error ? error : {}) };
  if (!notWritten.has(code) || typeof path !== 'string') return undefined;
  return `${path} cannot be written (${code}). Make it and ${dirname(path)} writable, or name another folder where a flag takes one.`;
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof UnusableFlag ? error.message : (sayUnwritable(error) ?? error.stack ?? error.message);
}

/** Reads a flag that takes a whole number. */
export function readWhole(flag: string, given: string | undefined, otherwise: number, least = 1): number {
  if (given === undefined) return otherwise;
  const value = Number(given);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new UnusableFlag(`${flag} must be a whole number of at least ${least}, not "${given}".`);
}
