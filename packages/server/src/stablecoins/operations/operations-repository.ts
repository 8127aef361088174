import type { AccountToLink } from '../../engines/stablecoin-provider/token-operations.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { StablecoinAddressRow, StablecoinOperationRow } from './tables.ts';

/** Names the timers that say when the provider is asked about an operation, or when its time runs out. */
export const operationTimers = 'stablecoin_operations';

const operations = table('stablecoin_operations');
const find = operations.find('id');

/** Also one that is only noted yet. */
export function findNotedOperation(
  unit: Unit,
  tenant: number,
  id: string,
): Promise<StablecoinOperationRow | undefined> {
  return unit.first(find, { tenant, id });
}

const lock = operations.lock('id');

/** The same, for update: what arrives, runs out or is reported at the same moment happens one after the other. */
export function lockOperation(unit: Unit, tenant: number, id: string): Promise<StablecoinOperationRow | undefined> {
  return unit.first(lock, { tenant, id });
}

const findByKey = operations.find('request_key');

/** The operation that a request with this key has asked for. */
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
  /** The last moment at which an operation was asked for whose key has run out. */
  readonly until: Instant;
}

const letGo = statement<RunOut, never>('letGoOfStablecoinKey', (db, { tenant, key, until }) =>
  db
    .updateTable('stablecoin_operations')
    .set({ request_key: null })
    .where('tenant', '=', tenant)
    .where('request_key', '=', key)
    .where('status', '<>', 'CREATED')
    .where('created_at', '<=', until),
);

/** A key that has run out may be used for another operation. */
export function letGoOfKey(unit: Unit, runOut: RunOut): void {
  unit.write(letGo, runOut);
}

const update = operations.update(
  ['status', 'funding_instructions', 'expires_at', 'funded_at', 'provider_status', 'failure_reason', 'updated_at'],
  'id',
);

/** Writes a locked operation. */
export function writeOperation(unit: Unit, row: StablecoinOperationRow): void {
  unit.write(update, row);
}

const remove = operations.delete('id');

/** Removes a note of an operation that never began. */
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

/** What the provider behind a link calls an account, where it knows it already. */
export async function findAddress(unit: Unit, addressed: Addressed): Promise<string | undefined> {
  return (await unit.first(findAddressRow, addressed))?.address_id;
}

/** Of two that keep what the provider said at the same moment, both said the same. */
export function keepAddress(unit: Unit, row: StablecoinAddressRow): void {
  unit.upsert('stablecoin_addresses', ['tenant', 'link_id', 'account_id', 'role'], row);
}
