import { type JoinedClock, joinedColumns } from '../../engines/clocks/clocks.ts';
import type { Instant } from '../../ground/clock/instant.ts';
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
