import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { type FreshStore, openMigratedDatabase, openMigratedStore } from './fresh-stores.ts';
import { postgresUnavailable } from './postgres-cluster.ts';
import { shareServers } from './shared-servers.ts';
import type { StartOptions, TestServer } from './test-server.ts';

export type Start = (options?: StartOptions) => Promise<TestServer>;

type OpenStore = () => Promise<FreshStore>;

const engines: readonly { readonly name: string; readonly open: OpenStore }[] = [
  { name: 'sqlite', open: openMigratedStore },
  { name: 'postgres', open: openMigratedDatabase },
];

/**
 * Runs a suite on both engines. Each suite has its own database, and each `start` its own platform. If PostgreSQL is
 * not installed, its half is skipped and the report says how to install it.
 *
 * For behaviour that the database decides: concurrency, locks, leases and unique rules, the SQL of lists, their
 * filters, order and pages, migrations, invariants, and columns that the engines store differently.
 */
export function eachEngine(name: string, suite: (start: Start, engine: string) => void): void {
  for (const engine of engines) {
    const reason = engine.name === 'postgres' ? postgresUnavailable() : undefined;
    describe.skipIf(reason !== undefined)(
      `${name} on ${engine.name}${reason === undefined ? '' : ` (skipped: ${reason})`}`,
      () => suiteOn(engine.open, (start) => suite(start, engine.name)),
    );
  }
}

/**
 * Runs a suite like `eachEngine`, but on SQLite only. For behaviour above the database: refusals and the order of
 * checks, fields and views, permissions, prices, sandbox outcomes. The scenarios of the contract and the suites of
 * `eachEngine` run the statements beneath on PostgreSQL.
 */
export function oneEngine(name: string, suite: (start: Start) => void): void {
  describe(name, () => suiteOn(openMigratedStore, suite));
}

function suiteOn(open: OpenStore, suite: (start: Start) => void): void {
  let opened: FreshStore | undefined;
  const servers = shareServers(() => {
    if (opened === undefined) throw new Error('start a server inside a test');
    return opened.database;
  });
  beforeAll(async () => {
    opened = await open();
  });
  afterEach(() => servers.release());
  afterAll(async () => {
    await servers.close();
    await opened?.close();
  });
  suite(servers.start);
}
