import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { QuoteRow } from './quote-row.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

const find = statement<Key, QuoteRow>('findQuote', (db, key) =>
  db.selectFrom('quotes').selectAll().where('tenant', '=', key.tenant).where('id', '=', key.id),
);

export function findQuote(unit: Unit, tenant: number, id: string): Promise<QuoteRow | undefined> {
  return unit.first(find, { tenant, id });
}

export function insertQuote(unit: Unit, row: QuoteRow): void {
  unit.insert('quotes', [row]);
}

interface StatusChange extends Key {
  readonly from: QuoteRow['status'];
  readonly to: QuoteRow['status'];
  readonly now: Instant;
}

const change = statement<StatusChange, never>('changeQuoteStatus', (db, { tenant, id, from, to, now }) =>
  db
    .updateTable('quotes')
    .set({ status: to, updated_at: now })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', from),
);

export function changeQuoteStatus(unit: Unit, parameters: StatusChange): Promise<number> {
  return unit.run(change, parameters);
}

/** Takes the quote for execution: of any number of callers, exactly one gets the row. */
const take = statement<StatusChange, QuoteRow>('takeQuote', (db, { tenant, id, from, to, now }) =>
  db
    .updateTable('quotes')
    .set({ status: to, updated_at: now })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', from)
    .where('expires_at', '>', now)
    .where('funding_reference', 'is', null)
    .returningAll(),
);

export function takeQuote(unit: Unit, parameters: StatusChange): Promise<QuoteRow | undefined> {
  return unit.first(take, parameters);
}

/** Takes the quote for the deposit that it waits for: of any number of deposits, exactly one gets the row. */
const takeForDeposit = statement<StatusChange, QuoteRow>('takeQuoteForDeposit', (db, { tenant, id, from, to, now }) =>
  db
    .updateTable('quotes')
    .set({ status: to, updated_at: now })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', from)
    .where('expires_at', '>', now)
    .where('funding_reference', 'is not', null)
    .returningAll(),
);

export function takeQuoteForDeposit(unit: Unit, parameters: StatusChange): Promise<QuoteRow | undefined> {
  return unit.first(takeForDeposit, parameters);
}
