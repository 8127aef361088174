import type { Selectable } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { type Statement, statement } from '../../ground/database/statement.ts';

interface Queue {
  /** The column that names a row within its tenant. */
  readonly key: string;
  /** The column with the moment at which something happens to the row. */
  readonly dueAt: string;
}

/** Every table whose rows are due at some time. */
export const queues = {
  bulk_import_jobs: { key: 'id', dueAt: 'due_at' },
  deliveries: { key: 'event_id', dueAt: 'due_at' },
  external_accounts: { key: 'id', dueAt: 'validation_due_at' },
  outgoing_messages: { key: 'id', dueAt: 'due_at' },
  transactions: { key: 'id', dueAt: 'due_at' },
  unkept_files: { key: 'file_key', dueAt: 'due_at' },
} as const satisfies Partial<Record<keyof Schema, Queue>>;

export type QueueName = keyof typeof queues;
export type QueuedRow<N extends QueueName> = Selectable<Schema[N]>;

/** When nothing is due: a row that was set aside waits until the operator lets it be tried again. */
export const never: Instant = '9999-12-31T23:59:59.999Z';

export interface RowKey {
  readonly tenant: number;
  readonly id: string;
}

interface Claim {
  readonly now: Instant;
  readonly leasedUntil: Instant;
  readonly limit: number;
}

/** Moves the time of a row that still has the one that the caller knows. */
interface Move extends RowKey {
  readonly from: Instant;
  readonly to: Instant;
}

export interface QueueStatements<N extends QueueName> {
  readonly keyOf: (row: QueuedRow<N>) => RowKey;
  /** Takes due rows for one worker: until the lease ends, no other one sees them as due. */
  readonly claim: Statement<Claim, QueuedRow<N>>;
  /** The same, without reading more than how they are named. */
  readonly claimKeys: Statement<Claim, RowKey>;
  readonly find: Statement<RowKey, QueuedRow<N>>;
  readonly move: Statement<Move, never>;
  readonly nextDue: Statement<Record<never, never>, { readonly due: Instant | null }>;
}

/** The statements of a queue. They are written for the names of one, and made for the names of each. */
export function queueStatements<N extends QueueName>(name: N): QueueStatements<N> {
  const table = name as 'transactions';
  const key = queues[name].key as 'id';
  const due = queues[name].dueAt as 'due_at';
  const take = (suffix: string, columns: readonly ['tenant', 'id'] | undefined) =>
    statement<Claim, QueuedRow<'transactions'>>(`claim${suffix} ${name}`, (db, { now, leasedUntil, limit }, engine) => {
      const taken = db
        .updateTable(table)
        .set({ [due]: leasedUntil })
        .where(({ eb, refTuple }) => {
          const ready = db.selectFrom(table).select(['tenant', key]).where(due, '<=', now).orderBy(due).limit(limit);
          const free = engine === 'postgres' ? ready.forUpdate().skipLocked() : ready;
          return eb(refTuple('tenant', key), 'in', free.$asTuple('tenant', key));
        });
      return (columns === undefined ? taken.returningAll() : taken.returning(['tenant', `${key} as id`])) as ReturnType<
        typeof taken.returningAll
      >;
    });
  const statements: QueueStatements<'transactions'> = {
    keyOf: (row) => ({ tenant: row.tenant, id: row[key] }),
    claim: take('', undefined),
    claimKeys: take('Keys', ['tenant', 'id']),
    find: statement<RowKey, QueuedRow<'transactions'>>(`find ${name}`, (db, { tenant, id }) =>
      db.selectFrom(table).selectAll().where('tenant', '=', tenant).where(key, '=', id),
    ),
    move: statement<Move, never>(`move ${name}`, (db, { tenant, id, from, to }) =>
      db
        .updateTable(table)
        .set({ [due]: to })
        .where('tenant', '=', tenant)
        .where(key, '=', id)
        .where(due, '=', from),
    ),
    nextDue: statement(`nextDue ${name}`, (db) =>
      db.selectFrom(table).select(`${due} as due`).where(due, '<', never).orderBy(due).limit(1),
    ),
  };
  return statements as unknown as QueueStatements<N>;
}
