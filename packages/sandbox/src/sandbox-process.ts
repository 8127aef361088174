import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PlantedFaults, type SandboxServerOptions, startSandboxServer } from '@payments-platform/server';
import type { Access } from './access.ts';

/** The running server, in this process or in a child. */
export interface SandboxProcess extends Access {
  /** Makes these parts of the simulated world fail, and all others work. */
  plant(faults: PlantedFaults): void;
  stop(): Promise<void>;
}

export type ServerOptions = Omit<SandboxServerOptions, 'onBug' | 'onLine'>;

/** Called with a line for every bug of the server and for every line it would print. */
export type Report = (line: string) => void;

/** The server in this process. */
export async function startInProcess(options: ServerOptions, report: Report): Promise<SandboxProcess> {
  const { faults, ...server } = await startSandboxServer({
    ...options,
    onBug: (error) => report(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    onLine: report,
  });
  return { ...server, plant: ({ rail, rates }) => void Object.assign(faults, { rail, rates }) };
}

/** Messages of the child: it is ready, a line of output, or why it cannot start. */
export type FromChild =
  | ({ readonly kind: 'READY' } & Access)
  | { readonly kind: 'LINE'; readonly line: string }
  | { readonly kind: 'REFUSED'; readonly reason: string };

export type ToChild =
  | { readonly kind: 'START'; readonly options: ServerOptions }
  | { readonly kind: 'PLANT'; readonly faults: PlantedFaults };

/** Runs the server in a child process, which ends with this process in every case. */
export async function startInChild(options: ServerOptions, report: Report): Promise<SandboxProcess> {
  const program = fileURLToPath(new URL(`./child${extname(import.meta.filename)}`, import.meta.url));
  // The child must not inherit flags of this process, such as those of a debugger or a test runner.
  const child = fork(program, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const say = (message: ToChild): void => void child.send(message);
  const ended = once(child, 'exit');
  const { promise: ready, resolve, reject } = Promise.withResolvers<Extract<FromChild, { kind: 'READY' }>>();
  child.on('message', (message: FromChild) => {
    if (message.kind === 'READY') resolve(message);
    else if (message.kind === 'LINE') report(message.line);
    else reject(new Error(message.reason));
  });
  child.on('error', reject);
  child.on('exit', (code) => reject(new Error(`The sandbox ended with the code ${code} before it was ready.`)));
  say({ kind: 'START', options });
  const { kind: _kind, ...place } = await ready;
  return {
    ...place,
    plant: (faults) => say({ kind: 'PLANT', faults }),
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
