import type { Stablecoin } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import type { Caller } from '../../operation/operation.ts';
import type { StablecoinRow } from './tables.ts';

/** Row to wire. */
export function viewStablecoin(row: StablecoinRow, { environment }: Pick<Caller, 'environment'>): Stablecoin {
  return {
    id: storedId('Stablecoin', row.id),
    name: row.name,
    symbol: row.symbol,
    baseCurrency: row.base_currency,
    network: row.network,
    decimals: row.decimals,
    issuanceStatus: row.issuance_status,
    serviceOperationsStatus: row.service_operations_status,
    networkTokenIdentifier: row.network_token_identifier,
    ...(row.currency === null ? {} : { currency: row.currency }),
    provider: row.provider,
    stablecoinProviderAccountId: storedId('StablecoinProviderAccount', row.link_id),
    providerEnvironment: environment,
    providerTokenIdentifier: row.provider_token_identifier,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  } satisfies Stablecoin;
}
