import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Caller, createCaller } from './caller.ts';
import { type Ready, runServer, type ServerProcess } from './server-process.ts';

/** A server that is ready, called with its printed credentials. */
export interface ReadyServer extends Ready, Caller {
  readonly process: ServerProcess;
  /** The status of a path beside the interface. */
  health(path: '/healthz' | '/readyz'): Promise<number>;
  /** The checks of `/readyz`. */
  checks(): Promise<unknown>;
}

/** The servers of one test, in a folder that is removed after it. */
export interface ServerProcesses {
  readonly folder: string;
  /** Runs the program with exactly these flags. */
  run(flags: readonly string[], environment?: Record<string, string>): ServerProcess;
  /** Runs it on a data folder: a path inside the folder, or the folder itself. */
  launch(name?: string, environment?: Record<string, string>, ...flags: string[]): ServerProcess;
  start(name?: string, environment?: Record<string, string>, ...flags: string[]): Promise<ReadyServer>;
  stopAll(signal?: NodeJS.Signals): Promise<void>;
}

/** Call it once in a test file: every test gets a new folder, and its servers are killed at its end. */
export function serverProcesses(): ServerProcesses {
  let folder = '';
  const running: ServerProcess[] = [];
  const processes: ServerProcesses = {
    get folder() {
      return folder;
    },
    run: (flags, environment = {}) => {
      const server = runServer(flags, environment);
      running.push(server);
      return server;
    },
    launch: (name = '', environment = {}, ...flags) =>
      processes.run(['--port', '0', '--data', join(folder, name), '--json', ...flags], environment),
    start: async (...parts) => {
      const process = processes.launch(...parts);
      const ready = await process.ready();
      // The URL of a server that listens on every address is [::].
      const baseUrl = ready.baseUrl.replace('0.0.0.0', '127.0.0.1');
      const { request } = createCaller({ ...ready, baseUrl });
      const health: ReadyServer['health'] = async (path) => (await fetch(new URL(path, baseUrl))).status;
      const checks = async (): Promise<unknown> => (await fetch(new URL('/readyz', baseUrl))).json();
      return { ...ready, baseUrl, process, request, health, checks };
    },
    stopAll: async (signal) => {
      for (const server of running.splice(0)) await server.stop(signal);
    },
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'payments-process-'));
  });
  afterEach(async () => {
    await processes.stopAll('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return processes;
}
