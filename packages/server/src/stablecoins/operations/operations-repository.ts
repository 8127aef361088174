import type { AccountToLink } from '../../engines/stablecoin-provider/token-operations.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { StablecoinAddressRow, StablecoinOperationRow } from './tables.ts';

/** The kind of the timers that say when to poll the provider about an operation or when it expires. */
export const operationTimers = 'stablecoin_operations';

const operations = table('stablecoin_operations');
const find = operations.find('id');

/** Also finds operations that are only noted. */
export function findNotedOperation(
  unit: Unit,
  tenant: number,
  id: string,
): Promise<StablecoinOperationRow | undefined> {
  return unit.first(find, { tenant, id });
}

const lock = operations.lock('id');

/** Finds an operation for update, so that concurrent arrivals, expiries and reports run one after another. */
export function lockOperation(unit: Unit, tenant: number, id: string): Promise<StablecoinOperationRow | undefined> {
  return unit.first(lock, { tenant, id });
}

const findByKey = operations.find('request_key');

/** The operation that a request with this key has created. */
export function findOperationOfKey(
  unit: Unit,
  tenant: number,
  key: string,
): Promise<StablecoinOperationRow | undefined> {
  return unit.first(findByKey, { tenant, request_key: key });
}

interface RunOut {
  readonly tenant: number;
  readonly key: string;
  /** Operations created until then have an expired key. */
  readonly until: Instant;
}

const freeKey = statement<RunOut, never>('releaseStablecoinKey', (db, { tenant, key, until }) =>
  db
    .updateTable('stablecoin_operations')
    .set({ request_key: null })
    .where('tenant', '=', tenant)
    .where('request_key', '=', key)
    .where('status', '<>', 'CREATED')
    .where('created_at', '<=', until),
);

/** Frees an expired key, so that it can be used for another operation. */
export function releaseExpiredKey(unit: Unit, runOut: RunOut): void {
  unit.write(freeKey, runOut);
}

const update = operations.update(
  ['status', 'funding_instructions', 'expires_at', 'funded_at', 'provider_status', 'failure_reason', 'updated_at'],
  'id',
);

/** Saves a locked operation. */
export function writeOperation(unit: Unit, row: StablecoinOperationRow): void {
  unit.write(update, row);
}

const remove = operations.delete('id');

/** Removes the note of an operation that never began. */
export function removeOperation(unit: Unit, tenant: number, id: string): void {
  unit.write(remove, { tenant, id });
}

interface Addressed {
  readonly tenant: number;
  readonly link_id: string;
  readonly account_id: string;
  readonly role: AccountToLink['role'];
}

const findAddressRow = table('stablecoin_addresses').find('link_id', 'account_id', 'role');

/** The provider's id for an account, if it is already known. */
export async function findAddress(unit: Unit, addressed: Addressed): Promise<string | undefined> {
  return (await unit.first(findAddressRow, addressed))?.address_id;
}

/** Two concurrent writers have received the same id from the provider. */
export function saveAddress(unit: Unit, row: StablecoinAddressRow): void {
  unit.upsert('stablecoin_addresses', ['tenant', 'link_id', 'account_id', 'role'], row);
}
