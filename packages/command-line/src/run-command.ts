/** Progress goes to standard error: standard output is for results. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A flag cannot be used; the message is one line that says how it can. */
export class UnusableFlag extends Error {}

/** Runs a script's main part; a signal ends it by way of `exit`, so that what it started is stopped. */
export async function runScript(name: string, main: () => Promise<number>): Promise<never> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  try {
    process.exit(await main());
  } catch (error) {
    tell(`${name}: ${explain(error)}`);
    process.exit(1);
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof UnusableFlag ? error.message : (error.stack ?? error.message);
}

/** Reads a flag that takes a whole number. */
export function readWhole(flag: string, given: string | undefined, otherwise: number, least = 1): number {
  if (given === undefined) return otherwise;
  const value = Number(given);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new UnusableFlag(`${flag} takes a whole number from ${least}, not "${given}".`);
}
