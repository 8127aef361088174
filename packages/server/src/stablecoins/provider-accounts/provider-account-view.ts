import type { StablecoinProviderAccount } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import type { Caller } from '../../operation/operation.ts';
import type { ProviderAccountRow } from './tables.ts';

/** Row to wire. It never contains the credentials, not even masked. */
export function viewProviderAccount(
  row: ProviderAccountRow,
  { environment }: Pick<Caller, 'environment'>,
): StablecoinProviderAccount {
  return {
    id: storedId('StablecoinProviderAccount', row.id),
    provider: row.provider,
    providerAccountId: row.provider_account_id,
    providerEnvironment: environment,
    status: row.status,
    lastVerifiedAt: row.last_verified_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  } satisfies StablecoinProviderAccount;
}
