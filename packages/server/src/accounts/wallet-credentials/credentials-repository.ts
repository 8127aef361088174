import type { AuthMethodType } from '@payments-platform/types';
import { sql } from 'kysely';
import { digestText } from '../../ground/database/sealed-columns.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { CodeRow, CredentialRow } from './tables.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

const credentials = table('wallet_credentials');

const take = credentials.lock('id');

/** Locks a credential, so that attempts with it run one after another. */
export function lockCredentialRow(unit: Unit, key: Key): Promise<CredentialRow | undefined> {
  return unit.first(take, key);
}

interface OfAccount {
  readonly tenant: number;
  readonly accountId: string;
}

const list = statement<OfAccount, CredentialRow>('listWalletCredentials', (db, { tenant, accountId }) =>
  db
    .selectFrom('wallet_credentials')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

export function listCredentials(unit: Unit, key: OfAccount): Promise<CredentialRow[]> {
  return unit.all(list, key);
}

const findOfCustomer = credentials.find('customer_id');

export function findCredentialsOf(unit: Unit, tenant: number, customerId: string): Promise<CredentialRow[]> {
  return unit.all(findOfCustomer, { tenant, customer_id: customerId });
}

interface ByContact {
  readonly tenant: number;
  readonly type: AuthMethodType;
  readonly digest: string;
}

const findOfContact = statement<ByContact, CredentialRow>('findWalletContact', (db, { tenant, type, digest }) =>
  db
    .selectFrom('wallet_credentials')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('type', '=', type)
    .where(sql.ref<string>('identity_digest'), '=', digest)
    // Repeats the condition of the partial index, so that the query can use it.
    .where(sql<boolean>`type in ('EMAIL_OTP', 'SMS_OTP')`),
);

/** The credential of an address or a number, in any wallet. */
export function findByContact(
  { unit, tenant, deps }: WorkContext,
  type: AuthMethodType,
  identity: string,
): Promise<CredentialRow | undefined> {
  return unit.first(findOfContact, { tenant, type, digest: deps.sealer.digest(digestText(tenant, identity)) });
}

/** Fails at once if the address or the registration is taken. */
export function insertCredential(unit: Unit, row: CredentialRow): Promise<number> {
  return unit.insertNow('wallet_credentials', row);
}

const saveCounts = credentials.update(
  ['codes_sent', 'codes_since', 'code_sent_at', 'failures', 'failures_since', 'sign_count', 'updated_at'],
  'id',
);

/** Saves the counters of a locked credential. */
export function saveAttempts(unit: Unit, row: CredentialRow): void {
  unit.write(saveCounts, row);
}

const saveContact = credentials.update(['nickname', 'identity', 'updated_at'], 'id');

/** Fails at once if the address is taken. */
export function moveContact(unit: Unit, row: CredentialRow): Promise<number> {
  return unit.run(saveContact, row);
}

const remove = credentials.delete('id');

export function removeCredential(unit: Unit, { tenant, id }: Key): void {
  unit.write(remove, { tenant, id });
  removeCode(unit, tenant, id);
}

const codes = table('wallet_codes');
const findOne = codes.find('credential_id');

export function findCode(unit: Unit, tenant: number, credentialId: string): Promise<CodeRow | undefined> {
  return unit.first(findOne, { tenant, credential_id: credentialId });
}

/** Saves the code and replaces the previous one. */
export function saveCode(unit: Unit, row: CodeRow): void {
  unit.upsert('wallet_codes', ['tenant', 'credential_id'], row);
}

const forget = codes.delete('credential_id');

export function removeCode(unit: Unit, tenant: number, credentialId: string): void {
  unit.write(forget, { tenant, credential_id: credentialId });
}
