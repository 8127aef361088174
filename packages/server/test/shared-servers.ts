import type { Database } from '../src/ground/database/database.ts';
import {
  type LaunchOptions,
  launchTestServer,
  openPlatform,
  type Running,
  type StartOptions,
  type TestServer,
} from './test-server.ts';

/** The servers of a suite. A server whose test has left it unchanged also serves the next test, on a new platform. */
export interface SharedServers {
  start(options?: StartOptions): Promise<TestServer>;
  /** Ends a test: closes servers that cannot be used again. */
  release(): Promise<void>;
  close(): Promise<void>;
}

interface Lent {
  readonly server: TestServer;
  readonly running: Running;
  isUsedUp: boolean;
}

export function shareServers(database: () => Database): SharedServers {
  const idle: Running[] = [];
  const lent: Lent[] = [];
  return {
    start: async (options = {}) => {
      const isOrdinary = !launchKeys.some((key) => key in options);
      const running = (isOrdinary ? idle.pop() : undefined) ?? watched(await launchTestServer(database(), options));
      const server = await openPlatform(running, options);
      const one: Lent = { server, running, isUsedUp: !isOrdinary };
      lent.push(one);
      return server;
    },
    release: async () => {
      for (const { running, server, isUsedUp } of lent.splice(0)) {
        if (isUsedUp || touched.has(running) || running.bugs.length > 0) await server.close();
        else idle.push(running);
      }
    },
    close: async () => {
      for (const { app, deps } of idle.splice(0)) {
        await app.stop();
        await deps.send.close();
      }
    },
  };
}

const launchKeys = Object.keys({
  settings: 1,
  deps: 1,
  production: 1,
  environment: 1,
  requestListeners: 1,
  onBug: 1,
  streamLimits: 1,
} satisfies Record<keyof LaunchOptions, 1>);

/** Servers whose workers were started, or that were stopped. */
const touched = new WeakSet<Running>();

/** Notices when a test starts or stops the app. */
function watched(running: Running): Running {
  const app: Running['app'] = {
    ...running.app,
    start: () => {
      touched.add(own);
      running.app.start();
    },
    stop: () => {
      touched.add(own);
      return running.app.stop();
    },
  };
  const own = { ...running, app };
  return own;
}
