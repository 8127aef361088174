import { createApp } from '../src/app.ts';
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
  close(): Promise<void>;
}

export async function startTwoServers(options: StartOptions = {}): Promise<TwoServers> {
  const url = await createTestDatabase();
  const [first, second] = [await PostgresDatabase.open(url, 8), await PostgresDatabase.open(url, 8)];
  const server = await startTestServer(first, options);
  const ids = createIds(server.clock, createSystemRandom());
  const app = createApp({ ...server.deps, database: second, ids }, { basePath, onBug: () => undefined });
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const other = createCaller({ ...server.credentials, baseUrl: `${address}${basePath}` });
  const callers = [createCaller({ ...server.credentials, baseUrl: server.baseUrl }), other] as const;
  return {
    server,
    callers,
    caller: inTurns(callers),
    close: async () => {
      await app.stop();
      await server.close();
      await first.close();
      await second.close();
    },
  };
}
