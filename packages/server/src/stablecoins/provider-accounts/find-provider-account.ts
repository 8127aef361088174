import type { ProviderAccess } from '../../engines/stablecoin-provider/stablecoin-provider.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { ProviderAccountRow } from './tables.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

const links = table('stablecoin_provider_accounts');
const findById = links.find('id');

export function findProviderAccount(unit: Unit, tenant: number, id: string): Promise<ProviderAccountRow | undefined> {
  return unit.first(findById, { tenant, id });
}

const lock = links.lock('id');

/** Finds the link for update. */
export function lockProviderAccount(unit: Unit, tenant: number, id: string): Promise<ProviderAccountRow | undefined> {
  return unit.first(lock, { tenant, id });
}

const findActive = statement<Pick<Key, 'tenant'>, ProviderAccountRow>('findActiveProviderAccounts', (db, { tenant }) =>
  db
    .selectFrom('stablecoin_provider_accounts')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('status', '=', 'ACTIVE')
    .orderBy('created_at')
    .limit(2),
);

/** Returns at most two active links: enough to know whether the caller has to choose one. */
export function findActiveProviderAccounts(unit: Unit, tenant: number): Promise<ProviderAccountRow[]> {
  return unit.all(findActive, { tenant });
}

/** The credentials and the account for calls to the provider. */
export function accessOf(link: ProviderAccountRow): ProviderAccess {
  return {
    apiClientId: link.api_client_id,
    apiClientSecret: link.api_client_secret,
    accountId: link.provider_account_id,
  };
}

/** The refusal is the same for a link of another platform and one that never existed. */
export function unknownProviderAccount(id: string): Refusal<'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND'> {
  return refuse(
    'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND',
    `There is no stablecoin provider account ${id}. Check the id and the environment of your token.`,
  );
}
