import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { DelegatedKeyRow } from './tables.ts';

const keys = table('delegated_keys');
const findById = keys.find('id');

export function findDelegatedKey(unit: Unit, tenant: number, id: string): Promise<DelegatedKeyRow | undefined> {
  return unit.first(findById, { tenant, id });
}

const findActive = keys.find('funding_source_id', 'status');

/** The key that pays from a funding source, if it has one. */
export function findActiveKey(
  unit: Unit,
  tenant: number,
  fundingSourceId: string,
): Promise<DelegatedKeyRow | undefined> {
  return unit.first(findActive, { tenant, funding_source_id: fundingSourceId, status: 'ACTIVE' });
}

const write = keys.update(['status', 'updated_at'], 'id');

/** Moves a key whose card is locked. */
export function moveDelegatedKey(
  { unit, tenant, now }: Pick<WorkContext, 'unit' | 'tenant' | 'now'>,
  key: DelegatedKeyRow,
  trigger: TriggerOf<'delegated-key'>,
): DelegatedKeyRow {
  const { to } = mustMove('delegated-key', key.status, trigger);
  unit.write(write, { tenant, id: key.id, status: to, updated_at: now });
  return { ...key, status: to, updated_at: now };
}

type OfAccount = Pick<DelegatedKeyRow, 'tenant' | 'account_id'>;
type OfSource = Pick<DelegatedKeyRow, 'tenant' | 'funding_source_id'>;

const listOfAccount = statement<OfAccount, DelegatedKeyRow>('listKeysOfAccount', (db, key) =>
  db
    .selectFrom('delegated_keys')
    .selectAll()
    .where('tenant', '=', key.tenant)
    .where('account_id', '=', key.account_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

const listOfSource = statement<OfSource, DelegatedKeyRow>('listKeysOfSource', (db, key) =>
  db
    .selectFrom('delegated_keys')
    .selectAll()
    .where('tenant', '=', key.tenant)
    .where('funding_source_id', '=', key.funding_source_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

export function listKeysOfAccount(unit: Unit, tenant: number, accountId: string): Promise<DelegatedKeyRow[]> {
  return unit.all(listOfAccount, { tenant, account_id: accountId });
}

export function listKeysOfSource(unit: Unit, tenant: number, fundingSourceId: string): Promise<DelegatedKeyRow[]> {
  return unit.all(listOfSource, { tenant, funding_source_id: fundingSourceId });
}
