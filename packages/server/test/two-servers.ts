import { createApp } from '../src/app.ts';
import type { Database } from '../src/ground/database/database.ts';
import { PostgresDatabase } from '../src/ground/database/postgres-database.ts';
import { createIds } from '../src/ground/ids/ids.ts';
import { createSystemRandom } from '../src/ground/ids/random.ts';
import { type Caller, createCaller, inTurns } from './caller.ts';
import { createTestDatabase } from './postgres-cluster.ts';
import { basePath, type StartOptions, startTestServer, type TestServer } from './test-server.ts';

/** Two servers on one PostgreSQL database, with one platform. */
export interface TwoServers {
  /** The first of them. */
  readonly server: TestServer;
  /** One for each server. */
  readonly callers: readonly [Caller, Caller];
  /** Sends requests to both in turn. */
  readonly caller: Caller;
  /** The address of the second server. */
  readonly otherUrl: string;
  close(): Promise<void>;
}

/** With `wrap`, the servers use the databases that it returns. */
export async function startTwoServers(
  options: StartOptions = {},
  wrap: (database: Database) => Database = (database) => database,
): Promise<TwoServers> {
  const url = await createTestDatabase();
  const [first, second] = [await PostgresDatabase.open(url, 8), await PostgresDatabase.open(url, 8)];
  const server = await startTestServer(wrap(first), options);
  const ids = createIds(server.clock, createSystemRandom());
  const app = createApp(
    { ...server.deps, database: wrap(second), ids },
    { basePath, onBug: options.onBug ?? (() => undefined) },
  );
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const otherUrl = `${address}${basePath}`;
  const other = createCaller({ ...server.credentials, baseUrl: otherUrl });
  const callers = [createCaller({ ...server.credentials, baseUrl: server.baseUrl }), other] as const;
  return {
    server,
    callers,
    caller: inTurns(callers),
    otherUrl,
    close: async () => {
      await app.stop();
      await server.close();
      await first.close();
      await second.close();
    },
  };
}
