import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** A program that a script has started, and that ends with it. */
export interface ChildProgram {
  readonly pid: number;
  /** Its first line on standard output; rejects when it ends without one. */
  readonly firstLine: Promise<string>;
  /** The exit status, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>;
  signal(name: NodeJS.Signals): void;
  /** All of its standard error, after its end. */
  readonly complaint: Promise<string>;
}

const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface ProgramOptions {
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts a Node.js program with the runtime of this script. */
export function startNode(nodeArguments: readonly string[], { environment = {} }: ProgramOptions = {}): ChildProgram {
  const child = spawn(process.execPath, nodeArguments, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const { pid, stdout, stderr } = child;
  if (pid === undefined || stdout === null || stderr === null)
    throw new Error(`${nodeArguments.join(' ')} cannot be started`);
  const complaint = text(stderr);
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(child);
      resolve(code ?? signal ?? 'unknown');
    });
  });
  const firstLine = Promise.race([
    readLine(stdout),
    ended.then(async (how) =>
      Promise.reject(new Error(`${nodeArguments.join(' ')} ended with ${how}: ${await complaint}`)),
    ),
  ]);
  firstLine.catch(() => undefined); // whoever waits for the line is told; others do not mind
  return { pid, firstLine, ended, signal: (name) => void child.kill(name), complaint };
}

/** Continues to read after the line, so that a full pipe never blocks the program. */
function readLine(stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => {
    let read: string | undefined = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      if (read === undefined) return;
      read += chunk;
      const end = read.indexOf('\n');
      if (end < 0) return;
      resolve(read.slice(0, end));
      read = undefined;
    });
  });
}
