import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { ExternalAccountRow } from './tables.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

const find = statement<Key, ExternalAccountRow>('findExternalAccount', (db, { tenant, id }) =>
  db
    .selectFrom('external_accounts')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('deleted_at', 'is', null),
);

/** An account of the platform or of one of its customers; `undefined` if it does not exist or was deleted. */
export function findExternalAccount(unit: Unit, tenant: number, id: string): Promise<ExternalAccountRow | undefined> {
  return unit.first(find, { tenant, id });
}

const lock = statement<Key, ExternalAccountRow>('lockExternalAccount', (db, { tenant, id }, engine) => {
  const query = db
    .selectFrom('external_accounts')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  return engine === 'postgres' ? query.forUpdate() : query;
});

/** Finds the account for update: no other unit changes the row until this one ends. */
export function lockExternalAccount(unit: Unit, tenant: number, id: string): Promise<ExternalAccountRow | undefined> {
  return unit.first(lock, { tenant, id });
}

/** Whether the customer trusts the account, so that payments to it require no authentication. */
export async function isTrusted(unit: Unit, tenant: number, id: string, customerId: string | null): Promise<boolean> {
  const account = await findExternalAccount(unit, tenant, id);
  return account !== undefined && account.trusted_at !== null && account.customer_id === customerId;
}

/** The refusal is the same for an account of another platform, a deleted one and one that never existed. */
export function accountNotFound(id: string): Refusal<'ACCOUNT_NOT_FOUND'> {
  return refuse(
    'ACCOUNT_NOT_FOUND',
    `There is no external account ${id}. Check the id and the environment of your token.`,
  );
}

/** Whether a path serves the accounts of the platform and its customers, or only the platform's own. */
export type Scope = 'ALL' | 'PLATFORM';

/** A call whose path names an external account. */
export interface AccountCall extends WorkContext {
  readonly input: { readonly path: { readonly externalAccountId: string } };
}

/** The account of the path. Accounts of customers do not exist on paths of the platform. */
export async function accountOfPath(
  { unit, tenant, input }: AccountCall,
  scope: Scope,
  read = findExternalAccount,
): Promise<ExternalAccountRow | Refusal<'ACCOUNT_NOT_FOUND'>> {
  const id = input.path.externalAccountId;
  const account = await read(unit, tenant, id);
  const isServed = account !== undefined && (scope === 'ALL' || account.customer_id === null);
  return isServed ? account : accountNotFound(id);
}
