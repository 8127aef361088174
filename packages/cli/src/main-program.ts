import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { run } from './run.ts';
import type { Surroundings } from './surroundings.ts';

/** Does not echo a secret while it is typed. */
async function ask(question: string, isSecret: boolean): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: isSecret ? silent : process.stderr, terminal: true });
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    if (isSecret) process.stderr.write('\n');
  }
}

/** Runs the command line in this process. Returns the exit code. */
export async function main(): Promise<number> {
  const ended = new AbortController();
  // A second signal ends the process at once, in case something hangs.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  // A reader such as head closes the pipe when it has enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

  const surroundings: Surroundings = {
    environment: process.env,
    folder: process.cwd(),
    print: (line) => process.stdout.write(`${line}\n`),
    tell: (line) => process.stderr.write(`${line}\n`),
    readInput: () => text(process.stdin),
    ask: process.stdin.isTTY ? ask : undefined,
    isTerminal: process.stdout.isTTY ?? false,
    columns: process.stdout.columns ?? 120,
    signal: ended.signal,
    now: () => new Date(),
  };

  return run(process.argv.slice(2), surroundings);
}
