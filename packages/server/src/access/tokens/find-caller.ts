import { type JoinedClock, joinedColumns } from '../../engines/clocks/clocks.ts';
import type { Database } from '../../ground/database/database.ts';
import { statement } from '../../ground/database/statement.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { Caller } from '../../operation/operation.ts';
import type { LaunchFacts } from '../../platform/production-approval/launch-facts.ts';

/** A token with the environment of its tenant and the clock of its platform. */
export interface CallerRow extends JoinedClock, LaunchFacts {
  readonly tenant: number;
  readonly id: string;
  readonly permissions: JsonText<Caller['permissions']>;
  readonly secret_hash: string;
  /** The tenant that created a sandbox world. */
  readonly creator: number | null;
}

/** The only query without a tenant: it finds the tenant. */
export const findCaller = statement<{ readonly clientId: string }, CallerRow>('findCaller', (db, { clientId }) =>
  db
    .selectFrom('tokens')
    .innerJoin('platforms', 'platforms.tenant', 'tokens.tenant')
    .leftJoin('clocks', 'clocks.tenant', 'tokens.tenant')
    .leftJoin('sandbox_worlds', 'sandbox_worlds.world', 'tokens.tenant')
    .select([
      ...joinedColumns,
      'tokens.tenant',
      'platforms.environment',
      'platforms.is_regulated',
      'platforms.launch_approved_at',
      'tokens.id',
      'tokens.permissions',
      'tokens.secret_hash',
      'sandbox_worlds.tenant as creator',
    ])
    .where('tokens.client_id', '=', clientId),
);

/** Everything that counts: the secret, the permissions, the approval of the platform, and its clock. */
export function factsOf(row: CallerRow): string {
  return Object.values(row).map(String).join('\n');
}

/** Lookups that have not started yet, by database and client id. */
const lookups = new WeakMap<Database, Map<string, Promise<CallerRow | undefined>>>();

/**
 * Finds the token of a caller. The query starts after the call, so a token that was revoked before the call is not
 * found. All calls in one turn of the event loop share a query: on its own, each costs a round trip on PostgreSQL and a
 * thirtieth of a payment on SQLite.
 */
export function findCallerByClientId(database: Database, clientId: string): Promise<CallerRow | undefined> {
  const pending = lookups.get(database) ?? new Map<string, Promise<CallerRow | undefined>>();
  lookups.set(database, pending);
  const known = pending.get(clientId);
  if (known !== undefined) return known;
  const shared = new Promise((resolve) => setImmediate(resolve)).then(() => {
    pending.delete(clientId);
    return database.read((unit) => unit.first(findCaller, { clientId }));
  });
  pending.set(clientId, shared);
  return shared;
}
