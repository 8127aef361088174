import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { CardRow } from './tables.ts';

const update = table('cards').update(
  [
    'state',
    'state_reason',
    'brand',
    'last4',
    'exp_month',
    'exp_year',
    'max_spend_per_transaction_minor',
    'processor_ref',
    'issuer_ref',
    'sequence',
    'updated_at',
  ],
  'id',
);

/** Writes a locked card. */
export function updateCard(unit: Unit, row: CardRow): void {
  unit.write(update, row);
}

interface Holder {
  readonly tenant: number;
  readonly cardholderId: string;
}

const lockOpen = statement<Holder, CardRow>('lockOpenCardsOfCustomer', (db, { tenant, cardholderId }, engine) => {
  const query = db
    .selectFrom('cards')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('cardholder_id', '=', cardholderId)
    .where('state', '<>', 'CLOSED')
    .orderBy('id');
  return engine === 'postgres' ? query.forUpdate() : query;
});

/** The cards of a customer that are not closed, for update. */
export function lockOpenCards(unit: Unit, tenant: number, cardholderId: string): Promise<CardRow[]> {
  return unit.all(lockOpen, { tenant, cardholderId });
}
