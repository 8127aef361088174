import type { TokenOrder } from '../../engines/stablecoin-provider/token-operations.ts';
import type { StablecoinRow } from '../registrations/tables.ts';
import type { StablecoinOperationRow } from './tables.ts';

/** Converts an operation to the form that calls to the provider use. */
export function orderOf(row: StablecoinOperationRow, stablecoin: StablecoinRow): TokenOrder {
  return {
    operationId: row.id,
    operationType: row.operation_type,
    token: {
      providerTokenIdentifier: stablecoin.provider_token_identifier,
      networkTokenIdentifier: stablecoin.network_token_identifier,
      network: stablecoin.network,
      symbol: stablecoin.symbol,
    },
    units: BigInt(row.amount),
    moneyMinor: row.money_minor,
    currency: row.currency,
    source: row.source_type,
    debitedAddressId: row.debited_address_id,
    paidAddressId: row.paid_address_id,
    rail: row.rail,
    orderedAt: row.created_at,
    fundedAt: row.funded_at,
  };
}
