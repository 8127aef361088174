import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { Database } from '../src/ground/database/database.ts';
import { PostgresDatabase } from '../src/ground/database/postgres-database.ts';
import { SqliteDatabase } from '../src/ground/database/sqlite-database.ts';
import { createTestDatabase, postgresUnavailable } from './postgres-cluster.ts';
import { type StartOptions, startTestServer, type TestServer } from './test-server.ts';

export type Start = (options?: StartOptions) => Promise<TestServer>;

interface EngineSetUp {
  readonly name: string;
  open(): Promise<{ readonly database: Database; close(): Promise<void> }>;
}

const sqlite: EngineSetUp = {
  name: 'sqlite',
  open: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payments-test-'));
    const database = SqliteDatabase.open(join(folder, 'test.sqlite'));
    return {
      database,
      close: async () => {
        await database.close();
        rmSync(folder, { recursive: true });
      },
    };
  },
};

const postgres: EngineSetUp = {
  name: 'postgres',
  open: async () => {
    const url = await createTestDatabase();
    const database = await PostgresDatabase.open(url, 8);
    return { database, close: () => database.close() };
  },
};

/**
 * Runs a suite on both engines. Each suite has a database of its own, each `start` a platform of its own.
 * Where PostgreSQL is not installed its half is skipped and the report says how to get it.
 */
export function eachEngine(name: string, suite: (start: Start, engine: string) => void): void {
  for (const engine of [sqlite, postgres]) {
    const reason = engine === postgres ? postgresUnavailable() : undefined;
    describe.skipIf(reason !== undefined)(
      `${name} on ${engine.name}${reason === undefined ? '' : ` (skipped: ${reason})`}`,
      () => {
        let opened: { readonly database: Database; close(): Promise<void> } | undefined;
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
