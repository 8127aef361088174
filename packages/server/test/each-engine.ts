import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { type FreshStore, openMigratedDatabase, openMigratedStore } from './fresh-stores.ts';
import { postgresUnavailable } from './postgres-cluster.ts';
import { type StartOptions, startTestServer, type TestServer } from './test-server.ts';

export type Start = (options?: StartOptions) => Promise<TestServer>;

interface EngineSetUp {
  readonly name: string;
  open(): Promise<FreshStore>;
}

const engines: readonly EngineSetUp[] = [
  { name: 'sqlite', open: openMigratedStore },
  { name: 'postgres', open: openMigratedDatabase },
];

/**
 * Runs a suite on both engines. Each suite has a database of its own, each `start` a platform of its own.
 * Where PostgreSQL is not installed its half is skipped and the report says how to get it.
 */
export function eachEngine(name: string, suite: (start: Start, engine: string) => void): void {
  for (const engine of engines) {
    const reason = engine.name === 'postgres' ? postgresUnavailable() : undefined;
    describe.skipIf(reason !== undefined)(
      `${name} on ${engine.name}${reason === undefined ? '' : ` (skipped: ${reason})`}`,
      () => {
        let opened: FreshStore | undefined;
        const servers: TestServer[] = [];
        beforeAll(async () => {
          opened = await engine.open();
        });
        afterEach(async () => {
          for (const server of servers.splice(0)) await server.close();
        });
        afterAll(async () => {
          await opened?.close();
        });
        suite(async (options) => {
          if (opened === undefined) throw new Error('start a server inside a test');
          const server = await startTestServer(opened.database, options);
          servers.push(server);
          return server;
        }, engine.name);
      },
    );
  }
}
