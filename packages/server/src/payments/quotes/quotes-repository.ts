import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { QuoteRow } from './quote-row.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

const find = table('quotes').find('id');

export function findQuote(unit: Unit, tenant: number, id: string): Promise<QuoteRow | undefined> {
  return unit.first(find, { tenant, id });
}

interface Executable extends Key {
  readonly now: Instant;
}

/** Locks a quote that waits for its execution. Only one of several callers finds it. */
const lockExecutable = statement<Executable, QuoteRow>('lockExecutableQuote', (db, { tenant, id, now }, engine) => {
  const found = db
    .selectFrom('quotes')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .where('expires_at', '>', now)
    .where('source_account_id', 'is not', null);
  return engine === 'postgres' ? found.forUpdate() : found;
});

export function lockExecutableQuote(unit: Unit, parameters: Executable): Promise<QuoteRow | undefined> {
  return unit.first(lockExecutable, parameters);
}

/** Locks a quote that accepts deposits, whatever its status, so that its deposits are processed one at a time. */
const lockFunded = statement<Key, QuoteRow>('lockFundedQuote', (db, { tenant, id }, engine) => {
  const found = db
    .selectFrom('quotes')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('funding_reference', 'is not', null);
  return engine === 'postgres' ? found.forUpdate() : found;
});

export function lockFundedQuote(unit: Unit, tenant: number, id: string): Promise<QuoteRow | undefined> {
  return unit.first(lockFunded, { tenant, id });
}
