import type { Manifest } from '../../operation/manifest.ts';
import { getStablecoinProviderAccount } from './get-stablecoin-provider-account.ts';
import { linkStablecoinProviderAccount } from './link-stablecoin-provider-account.ts';
import { listStablecoinProviderAccounts } from './list-stablecoin-provider-accounts.ts';

export const manifest = {
  operations: { getStablecoinProviderAccount, linkStablecoinProviderAccount, listStablecoinProviderAccounts },
} satisfies Manifest;
