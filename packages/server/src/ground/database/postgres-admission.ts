import type pg from 'pg';
import { DatabaseUnusable } from './database.ts';
import { leastConnections, type PoolSize } from './pool-size.ts';

/** A process keeps one processor busy, which more connections than this do not help. */
const mostConnections = 16;

/** What is asked for in the start of each connection; a pooler that drops it leaves waits without a bound. */
export const lockTimeout = '8s';

const howToPass =
  'Name PostgreSQL itself in DATABASE_URL. Each process keeps a pool of its own, whose size --processes and --connections set.';
const why =
  'statements are prepared by name once for each connection, and its bounds on waiting and synchronous_commit=on are set when it is made; a pooler that lends connections by transaction loses both';

/** A connection that is not held by one client all along would lose what each of them keeps on it. */
export async function refusePooler(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query(
    "SELECT pg_backend_pid() AS pid, current_setting('lock_timeout') AS lock_timeout",
  );
  // Poolers answer with a number of their own, since they pass requests to cancel on.
  const isDirect = rows[0]?.pid === (client as { readonly processID?: number | null }).processID;
  if (!isDirect || rows[0]?.lock_timeout !== lockTimeout)
    throw new DatabaseUnusable(`A pooler such as PgBouncer stands in front of PostgreSQL: ${why}. ${howToPass}`);
}

/** The line about a server that cannot be connected to. */
export function connectProblem(message: string): string {
  // What PgBouncer answers to the settings of a connection.
  if (/unsupported startup parameter/.test(message))
    return `What answers is a pooler such as PgBouncer (${message}): ${why}. ${howToPass}`;
  return `PostgreSQL cannot be used: ${message}. Check DATABASE_URL.`;
}

/** A ledger must not run where the server may lose what it has acknowledged. */
export async function refuseUnsafeSettings(client: pg.PoolClient): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes']) {
    const value = (await client.query(`SHOW ${setting}`)).rows[0]?.[setting];
    if (value !== 'on') {
      throw new DatabaseUnusable(
        `PostgreSQL runs with ${setting} = ${value}. Turn it on: acknowledged payments could be lost.`,
      );
    }
  }
}

/** `reserved_connections` came with PostgreSQL 16; limits of a database and a role are -1 where there is none. */
const findLimits = `
  SELECT current_setting('max_connections')::int
         - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) AS server_limit,
         (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS database_limit,
         (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS role_limit`;

/** How many connections the server lets this role have to this database, all processes together. */
async function connectionsLetIn(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query(findLimits);
  const { server_limit: server, database_limit: database, role_limit: role } = rows[0] ?? {};
  return Math.min(...[server, database, role].filter((limit: unknown) => typeof limit === 'number' && limit >= 0));
}

/** The size of the pool of this process; refuses where the processes together could not have theirs. */
export async function connectionsFor(client: pg.PoolClient, size: PoolSize): Promise<number> {
  if ('connections' in size) return size.connections;
  const { processes } = size;
  const letIn = await connectionsLetIn(client);
  const share = Math.floor(letIn / processes);
  if (share >= leastConnections) return Math.min(share, mostConnections);
  const fewer = Math.floor(letIn / leastConnections);
  throw new DatabaseUnusable(
    `PostgreSQL lets ${letIn} connections in, which are ${share} for each of ${processes} processes; a process needs ${leastConnections}. Raise max_connections (or the limit of the role or the database) to have ${processes * leastConnections} beside the reserved ones${fewer > 0 ? `, or run at most ${fewer} processes and say so with --processes` : ''}.`,
  );
}
