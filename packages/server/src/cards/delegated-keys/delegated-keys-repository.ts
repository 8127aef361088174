import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import { type Statement, statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { DelegatedKeyRow } from './tables.ts';

const keys = table('delegated_keys');
const findById = keys.find('id');

export function findDelegatedKey(unit: Unit, tenant: number, id: string): Promise<DelegatedKeyRow | undefined> {
  return unit.first(findById, { tenant, id });
}

const write = keys.update(['status', 'updated_at'], 'id');

/** Changes the status of a key whose card is locked. */
export function moveDelegatedKey(
  { unit, tenant, now }: Pick<WorkContext, 'unit' | 'tenant' | 'now'>,
  key: DelegatedKeyRow,
  trigger: TriggerOf<'delegated-key'>,
): DelegatedKeyRow {
  const { to } = mustMove('delegated-key', key.status, trigger);
  unit.write(write, { tenant, id: key.id, status: to, updated_at: now });
  return { ...key, status: to, updated_at: now };
}

interface Owner {
  readonly tenant: number;
  readonly owner: string;
}

/** Newest first. */
function listBy(column: 'account_id' | 'funding_source_id', name: string): Statement<Owner, DelegatedKeyRow> {
  return statement(name, (db, { tenant, owner }) =>
    db
      .selectFrom('delegated_keys')
      .selectAll()
      .where('tenant', '=', tenant)
      .where(column, '=', owner)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc'),
  );
}

const listOfAccount = listBy('account_id', 'listKeysOfAccount');
const listOfSource = listBy('funding_source_id', 'listKeysOfSource');

export function listKeysOfAccount(unit: Unit, tenant: number, accountId: string): Promise<DelegatedKeyRow[]> {
  return unit.all(listOfAccount, { tenant, owner: accountId });
}

export function listKeysOfSource(unit: Unit, tenant: number, fundingSourceId: string): Promise<DelegatedKeyRow[]> {
  return unit.all(listOfSource, { tenant, owner: fundingSourceId });
}
