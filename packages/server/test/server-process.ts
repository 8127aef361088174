import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface Ready {
  readonly baseUrl: string;
  readonly tokenId: string;
  readonly tokenSecret: string;
  readonly webhookPublicKey: string;
  readonly mode: 'local' | 'deployed';
  readonly because: string;
}

/** The server in its own process, as an operator runs it. */
export interface ServerProcess {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  stdout(): string;
  stderr(): string;
  /** The line of `--json`. Throws if the process ends without it. */
  ready(): Promise<Ready>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Of this release, unless the program of another one is given. `OPEN_FILES` limits the open files of the process. */
export function runServer(
  flags: readonly string[],
  { OPEN_FILES: openFiles, ...environment }: Record<string, string> = {},
  program = main,
): ServerProcess {
  const { DATABASE_URL: _database, PORT: _port, PAYMENTS_DATA: _data, ...inherited } = process.env;
  const command = [process.execPath, program, ...flags];
  const [first = '', ...words] = openFiles === undefined ? command : withOpenFiles(openFiles, command);
  const child = spawn(first, words, {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const exited = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  return {
    child,
    exited,
    stdout: () => output,
    stderr: () => errors,
    ready: () =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const line = output.split('\n').find((text) => text.startsWith('{'));
          if (line !== undefined) resolve(JSON.parse(line) as Ready);
        };
        child.stdout?.on('data', look);
        look();
        exited.then((code) => reject(new Error(`the server ended with ${code}: ${errors}`)));
      }),
    stop: (signal = 'SIGINT') => {
      child.kill(signal);
      return exited;
    },
  };
}

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
  readonly complaint: string;
}

/** Runs a program of Node.js to its end. */
export function runProgram(
  file: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Outcome> {
  return runToEnd([process.execPath, file, ...words], environment);
}

/** Runs the text of a module in a process that may have only so many open files. */
export function runScript(text: string, openFiles: number): Promise<Outcome> {
  return runToEnd(withOpenFiles(openFiles, [process.execPath, '--input-type=module', '--eval', text]), {});
}

function withOpenFiles(most: number | string, command: readonly string[]): string[] {
  return ['sh', '-c', `ulimit -n ${most}; exec "$0" "$@"`, ...command];
}

async function runToEnd([program = '', ...words]: readonly string[], environment: Record<string, string>) {
  const child = spawn(program, words, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [output, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output, complaint };
}
