import type { ProviderCredentials } from '../../engines/stablecoin-provider/stablecoin-provider.ts';
import { mustMove } from '../../engines/states/transition.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { ProviderAccountRow } from './tables.ts';

type Account = Pick<ProviderAccountRow, 'tenant' | 'provider' | 'provider_account_id'>;

const links = table('stablecoin_provider_accounts');
const lockLinked = links.lock('provider', 'provider_account_id');

/** The link to an account, in any status. */
export function lockLinkOf(unit: Unit, account: Account): Promise<ProviderAccountRow | undefined> {
  return unit.first(lockLinked, account);
}

type Given = ProviderCredentials & Pick<ProviderAccountRow, 'provider'>;

export function newLink({ tenant, now, deps }: WorkContext, given: Given, accountId: string): ProviderAccountRow {
  return {
    tenant,
    id: deps.ids.next('StablecoinProviderAccount'),
    provider: given.provider,
    provider_account_id: accountId,
    api_client_id: given.apiClientId,
    api_client_secret: given.apiClientSecret,
    status: mustMove('stablecoin-provider-account', null, 'LINK').to,
    last_verified_at: now,
    created_at: now,
    updated_at: now,
  };
}

/** Throws if the account is already linked. */
export async function insertLink(unit: Unit, row: ProviderAccountRow): Promise<void> {
  await unit.insertNow('stablecoin_provider_accounts', row);
}

const renew = links.update(['api_client_id', 'api_client_secret', 'status', 'last_verified_at', 'updated_at'], 'id');

/** Stores new credentials, which the provider has just accepted, for a locked link that no longer works. */
export function renewLink({ unit, now }: WorkContext, link: ProviderAccountRow, given: Given): ProviderAccountRow {
  const renewed = {
    ...link,
    api_client_id: given.apiClientId,
    api_client_secret: given.apiClientSecret,
    status: mustMove('stablecoin-provider-account', link.status, 'LINK').to,
    last_verified_at: now,
    updated_at: now,
  };
  unit.write(renew, renewed);
  return renewed;
}
