import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { CardTransactionRow } from './tables.ts';

const find = table('card_transactions').find('id');

export function findCardTransaction(unit: Unit, tenant: number, id: string): Promise<CardTransactionRow | undefined> {
  return unit.first(find, { tenant, id });
}
