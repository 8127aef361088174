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
 * Runs a suite on both engines. Each suite has a database of its own, each `start` a platform of its own.
 * Where PostgreSQL is not installed its half is skipped and the report says how to get it.
 *
 * For what a database decides: what happens at the same moment, locks, leases and unique rules, the SQL of lists, their
 * filters, order and pages, migrations, invariants, and columns whose values the engines keep differently.
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
 * Runs a suite on SQLite alone, as `eachEngine` does on both. For rules that are decided above the database: refusals
 * and the order of checks, fields and views, permissions, prices, what the sandbox decides. The statements beneath them
 * are run on PostgreSQL by the scenarios of the contract and by the suites of `eachEngine`.
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
