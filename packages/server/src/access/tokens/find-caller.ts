import { type JoinedClock, joinedColumns } from '../../engines/clocks/clocks.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Database } from '../../ground/database/database.ts';
import { statement } from '../../ground/database/statement.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { Caller } from '../../operation/operation.ts';

/** A token with the environment that its platform's tenant stands for, and the clock of that platform. */
export interface CallerRow extends JoinedClock {
  readonly tenant: number;
  readonly environment: Caller['environment'];
  readonly id: string;
  readonly is_regulated: number;
  readonly launch_approved_at: Instant | null;
  readonly permissions: JsonText<Caller['permissions']>;
  readonly secret_hash: string;
}

/** The one query without a tenant: it finds the tenant. */
export const findCaller = statement<{ readonly clientId: string }, CallerRow>('findCaller', (db, { clientId }) =>
  db
    .selectFrom('tokens')
    .innerJoin('platforms', 'platforms.tenant', 'tokens.tenant')
    .leftJoin('clocks', 'clocks.tenant', 'tokens.tenant')
    .select([
      ...joinedColumns,
      'tokens.tenant',
      'platforms.environment',
      'platforms.is_regulated',
      'platforms.launch_approved_at',
      'tokens.id',
      'tokens.permissions',
      'tokens.secret_hash',
    ])
    .where('tokens.client_id', '=', clientId),
);

/** Looks that are about to be made, by the database and the name of the token. */
const looks = new WeakMap<Database, Map<string, Promise<CallerRow | undefined>>>();

/**
 * Who has a token, looked for after it was asked: a token that was revoked before is not found. All who ask in one turn of
 * the event loop share a look, each of which would be a round trip of its own on PostgreSQL, and a thirtieth of a payment
 * on SQLite.
 */
export function lookForCaller(database: Database, clientId: string): Promise<CallerRow | undefined> {
  const ahead = looks.get(database) ?? new Map<string, Promise<CallerRow | undefined>>();
  looks.set(database, ahead);
  const known = ahead.get(clientId);
  if (known !== undefined) return known;
  const shared = new Promise((resolve) => setImmediate(resolve)).then(() => {
    ahead.delete(clientId);
    return database.read((unit) => unit.first(findCaller, { clientId }));
  });
  ahead.set(clientId, shared);
  return shared;
}
