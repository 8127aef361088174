import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { askOn } from './prompt.ts';
import { run } from './run.ts';
import type { Surroundings } from './surroundings.ts';

/** Runs the command line in this process. Returns the exit code. */
export async function main(): Promise<number> {
  const ended = new AbortController();
  // A second signal ends the process at once, in case something hangs.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  // A reader such as head closes the pipe when it has enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`payments: The output cannot be written: ${error.message}\n`);
    process.exit(1);
  });

  const surroundings: Surroundings = {
    environment: process.env,
    folder: process.cwd(),
    print: (line) => process.stdout.write(`${line}\n`),
    tell: (line) => process.stderr.write(`${line}\n`),
    readInput: () => text(addAbortSignal(ended.signal, process.stdin)),
    ask: process.stdin.isTTY ? (...asked) => askOn(process.stdin, process.stderr, ...asked) : undefined,
    isTerminal: process.stdout.isTTY ?? false,
    // A terminal of unknown size has 0 columns.
    columns: process.stdout.columns || 120,
    signal: ended.signal,
    now: () => new Date(),
  };

  const code = await run(process.argv.slice(2), surroundings);
  // After a request was broken off, fetch may open a new connection, which would keep the process.
  if (ended.signal.aborted) process.exit(code);
  return code;
}
