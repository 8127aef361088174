import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

export interface DepositRow {
  readonly tenant: number;
  readonly id: string;
  readonly arrival_id: string;
  readonly currency: CurrencyCode;
  readonly amount_minor: bigint;
  readonly created_at: Instant;
}

const insert = statement<DepositRow, { id: string }>('insertDeposit', (db, row) =>
  db
    .insertInto('deposits')
    .values({
      tenant: row.tenant,
      id: row.id,
      arrival_id: row.arrival_id,
      currency: row.currency,
      amount_minor: row.amount_minor,
      created_at: row.created_at,
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'arrival_id']).doNothing())
    .returning('id'),
);

/** Returns whether the arrival is new; the unique rule of the table decides. */
export async function insertDeposit(unit: Unit, row: DepositRow): Promise<boolean> {
  return (await unit.first(insert, row)) !== undefined;
}
