import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { readOptions } from '../src/start/options.ts';
import { explanationOf } from '../src/start/run-server.ts';
import { startServer } from '../src/start/start-server.ts';
import { type Caller, createCaller } from './caller.ts';
import { memoryFolder } from './memory-folder.ts';
import { type Ready, runServer, type ServerProcess } from './server-process.ts';

/**
 * A server that is started from flags as the program starts it, but in this process, since loading it takes most of a
 * second.
 */
export interface StartedServer extends Ready, Caller {
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** The servers of one test, in a folder that is removed after it. */
export interface StartedServers {
  readonly folder: string;
  /** Starts one on a data folder: a path inside the folder, or the folder itself. */
  start(name?: string, environment?: Environment, ...flags: string[]): Promise<StartedServer>;
  /** The line that the program prints when it cannot start. */
  refusal(name?: string, environment?: Environment, ...flags: string[]): Promise<string>;
  /** The same in a separate process, for tests that end or kill it, or that need several processes. */
  launch(name?: string, environment?: Environment, ...flags: string[]): ServerProcess;
  stopAll(): Promise<void>;
}

/** Call it once in a test file. */
export function startedServers(): StartedServers {
  let folder = '';
  const running: { stop(): Promise<unknown> }[] = [];
  const bugs: unknown[] = [];
  const flagsOf = (name: string, flags: readonly string[]): string[] => [
    ...['--port', '0', '--data', join(folder, name), '--json'],
    ...flags,
  ];
  const servers: StartedServers = {
    get folder() {
      return folder;
    },
    start: async (name = '', environment = {}, ...flags) => {
      const options = readOptions(flagsOf(name, flags), environment);
      if (options === 'HELP') throw new Error('--help starts no server');
      const server = await startServer(options, environment['PAYMENTS_MASTER_KEY'], (error) => bugs.push(error));
      const { platform, deployment } = server;
      // The URL of a server that listens on every address is [::].
      const baseUrl = server.baseUrl.replace('0.0.0.0', '127.0.0.1');
      const { request } = createCaller({ ...platform, baseUrl });
      const started = { ...platform, ...deployment, baseUrl, request, stop: () => server.stop() };
      running.push(started);
      return started;
    },
    refusal: async (...parts) => {
      const started = await servers.start(...parts).catch((error: unknown) => ({ line: explanationOf(error), error }));
      if ('stop' in started) throw new Error('the server starts');
      if (started.line === undefined) throw started.error;
      return started.line;
    },
    launch: (name = '', environment = {}, ...flags) => {
      const server = runServer(flagsOf(name, flags), environment);
      running.push({ stop: () => server.stop('SIGKILL') });
      return server;
    },
    stopAll: async () => {
      for (const server of running.splice(0)) await server.stop();
      if (bugs.length > 0) throw bugs.shift();
    },
  };
  beforeEach(() => {
    folder = mkdtempSync(join(memoryFolder(), 'payments-started-'));
  });
  afterEach(async () => {
    try {
      await servers.stopAll();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  return servers;
}
