import type pg from 'pg';
import { DatabaseUnusable } from './database.ts';
import { leastConnections, type PoolSize } from './pool-size.ts';
import { codeOf } from './postgres-errors.ts';

/** A process uses one processor, so more connections than this do not help. */
const mostConnections = 16;

/** The settings at the start of each connection. A pooler that drops them leaves waits without a limit. */
export const lockTimeout = '8s';

const howToPass =
  'Set DATABASE_URL to PostgreSQL itself. Each process has its own pool, whose size --processes and --connections set.';
const why =
  'statements are prepared by name once for each connection, and its limits on waiting and synchronous_commit=on are set when it is opened. A pooler that lends connections by transaction loses both';

/** A connection must belong to one client: with others between, the state of each is lost. */
export async function refusePooler(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query(
    "SELECT pg_backend_pid() AS pid, current_setting('lock_timeout') AS lock_timeout",
  );
  // Poolers report a number of their own, since they forward requests to cancel.
  const isDirect = rows[0]?.pid === (client as { readonly processID?: number | null }).processID;
  if (!isDirect || rows[0]?.lock_timeout !== lockTimeout)
    throw new DatabaseUnusable(`A pooler such as PgBouncer stands in front of PostgreSQL: ${why}. ${howToPass}`);
}

/** What to do when PostgreSQL refuses, by SQLSTATE. */
const remedies: Readonly<Record<string, string>> = {
  '25006': 'It takes no writes: set DATABASE_URL to the primary, and check default_transaction_read_only',
  '3D000': 'Create it with createdb --encoding=UTF8 --template=template0, or check DATABASE_URL',
  '42501': 'Make the role of DATABASE_URL the owner of the database and of the tables in it',
  '53100': 'Free some space on its disk',
  '53300': 'Others have taken them: end some, or raise max_connections (or the limit of the role or the database)',
  '57P03': 'Start again when it is ready',
};

/** The message about a server that cannot be used. */
export function connectProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // PgBouncer's answer to the settings of a connection.
  if (/unsupported startup parameter/.test(message))
    return `The server is a pooler such as PgBouncer (${message}): ${why}. ${howToPass}`;
  return `PostgreSQL cannot be used: ${message}. ${remedies[codeOf(error) ?? ''] ?? 'Check DATABASE_URL'}.`;
}

/** A ledger must not run if PostgreSQL may lose acknowledged commits. */
export async function refuseUnsafeSettings(client: pg.PoolClient): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes']) {
    const value = (await client.query(`SHOW ${setting}`)).rows[0]?.[setting];
    if (value !== 'on') {
      throw new DatabaseUnusable(
        `PostgreSQL runs with ${setting} = ${value}. Turn it on, or acknowledged payments could be lost.`,
      );
    }
  }
}

/** SQL_ASCII stores every text unchanged; other encodings lack most of the characters of the world. */
const usableEncodings: ReadonlySet<unknown> = new Set(['UTF8', 'SQL_ASCII']);

export async function refuseEncoding(client: pg.PoolClient): Promise<void> {
  const encoding = (await client.query('SHOW server_encoding')).rows[0]?.server_encoding;
  if (!usableEncodings.has(encoding))
    throw new DatabaseUnusable(
      `The database of DATABASE_URL has the encoding ${encoding}, which cannot store every text. Create one with createdb --encoding=UTF8 --template=template0, and set DATABASE_URL to it.`,
    );
}

/** `reserved_connections` exists from PostgreSQL 16. Limits of a database and a role are -1 if there is none. */
const findLimits = `
  SELECT current_setting('max_connections')::int
         - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) AS server_limit,
         (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS database_limit,
         (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS role_limit`;

/** The connections of all processes together that the server allows this role on this database. */
async function connectionsLetIn(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query(findLimits);
  const { server_limit: server, database_limit: database, role_limit: role } = rows[0] ?? {};
  return Math.min(...[server, database, role].filter((limit: unknown) => typeof limit === 'number' && limit >= 0));
}

/** The size of this process's pool. Refuses if the processes together would have too few connections. */
export async function connectionsFor(client: pg.PoolClient, size: PoolSize): Promise<number> {
  if ('connections' in size) return size.connections;
  const { processes } = size;
  const letIn = await connectionsLetIn(client);
  const share = Math.floor(letIn / processes);
  if (share >= leastConnections) return Math.min(share, mostConnections);
  const fewer = Math.floor(letIn / leastConnections);
  throw new DatabaseUnusable(
    `PostgreSQL allows ${letIn} connections, which is ${share} for each of ${processes} processes, and a process needs ${leastConnections}. Raise max_connections (or the limit of the role or the database) to have ${processes * leastConnections} beside the reserved ones${fewer > 0 ? `, or run at most ${fewer} processes and set that with --processes` : ''}.`,
  );
}
