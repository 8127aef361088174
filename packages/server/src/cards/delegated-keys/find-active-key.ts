import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { DelegatedKeyRow } from './tables.ts';

const find = table('delegated_keys').find('funding_source_id', 'status');

/** The key that lets the service debit an embedded wallet for a card; `undefined` if its owner has signed none. */
export function findActiveKey(
  unit: Unit,
  tenant: number,
  fundingSourceId: string,
): Promise<DelegatedKeyRow | undefined> {
  return unit.first(find, { tenant, funding_source_id: fundingSourceId, status: 'ACTIVE' });
}
