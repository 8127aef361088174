import { countedPage } from '../../operation/list-rows.ts';
import type { Handler } from '../../operation/operation.ts';
import { viewProviderAccount } from './provider-account-view.ts';

export const listStablecoinProviderAccounts: Handler<'listStablecoinProviderAccounts'> = ({
  input: { query },
  unit,
  tenant,
  caller,
}) => {
  const { provider, status } = query;
  return countedPage(
    unit,
    { table: 'stablecoin_provider_accounts', of: 'StablecoinProviderAccount' },
    query,
    { tenant, provider, status },
    (row) => viewProviderAccount(row, caller),
  );
};
