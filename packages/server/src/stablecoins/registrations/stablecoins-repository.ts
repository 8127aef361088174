import type { StablecoinRegisterRequest } from '@payments-platform/types';
import type { TokenMetadata } from '../../engines/stablecoin-provider/stablecoin-provider.ts';
import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import { UniqueViolation } from '../../ground/database/database.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { currencyCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { ProviderAccountRow } from '../provider-accounts/tables.ts';
import type { StablecoinRow } from './tables.ts';

type Registered = StablecoinRegisterRequest & TokenMetadata & { readonly link: ProviderAccountRow };

export function newStablecoin({ tenant, now, deps }: WorkContext, token: Registered): StablecoinRow {
  return {
    tenant,
    id: deps.ids.next('Stablecoin'),
    link_id: token.link.id,
    provider: token.link.provider,
    provider_token_identifier: token.providerTokenIdentifier,
    network: token.network,
    network_token_identifier: token.networkTokenIdentifier,
    name: token.name,
    symbol: token.symbol,
    base_currency: currencyCode(token.baseCurrency),
    decimals: token.decimals,
    issuance_status: mustMove('stablecoin-issuance', null, 'REGISTER').to,
    service_operations_status: mustMove('stablecoin-service-operations', null, 'REGISTER').to,
    enablement_requested_at: null,
    currency: null,
    created_at: now,
    updated_at: now,
  };
}

const stablecoins = table('stablecoins');
const findByProviderToken = stablecoins.find('provider', 'provider_token_identifier');
const findByNetworkToken = stablecoins.find('network', 'network_token_identifier');
const findBySymbol = stablecoins.find('symbol');

/** Which name of a token another token of the platform already has. */
export type TakenName = 'TOKEN' | 'SYMBOL';

/** A rejected or failed registration keeps its names. */
export async function findTaken(unit: Unit, row: StablecoinRow): Promise<TakenName | undefined> {
  if ((await unit.first(findByProviderToken, row)) !== undefined) return 'TOKEN';
  if ((await unit.first(findByNetworkToken, row)) !== undefined) return 'TOKEN';
  return (await unit.first(findBySymbol, row)) === undefined ? undefined : 'SYMBOL';
}

/** Two concurrent units may both find a token free. The unique indexes accept one of them. */
export async function insertUnlessTaken(unit: Unit, row: StablecoinRow): Promise<TakenName | undefined> {
  try {
    await unit.insertNow('stablecoins', row);
    return undefined;
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    if (/symbol/.test(error.rule)) return 'SYMBOL';
    if (/token/.test(error.rule)) return 'TOKEN';
    throw error;
  }
}

type Context = Pick<WorkContext, 'unit' | 'tenant' | 'now'>;

const writeIssuance = stablecoins.update(['issuance_status', 'updated_at'], 'id');

/** Moves the issuance of a locked stablecoin. */
export function moveIssuance(
  { unit, tenant, now }: Context,
  row: StablecoinRow,
  trigger: TriggerOf<'stablecoin-issuance'>,
): StablecoinRow {
  const { to } = mustMove('stablecoin-issuance', row.issuance_status, trigger);
  unit.write(writeIssuance, { tenant, id: row.id, issuance_status: to, updated_at: now });
  return { ...row, issuance_status: to, updated_at: now };
}

const writeServiceOperations = stablecoins.update(
  ['service_operations_status', 'enablement_requested_at', 'currency', 'updated_at'],
  'id',
);

/** Moves the service operations of a locked stablecoin. */
export function moveServiceOperations(
  { unit, now }: Context,
  row: StablecoinRow,
  trigger: TriggerOf<'stablecoin-service-operations'>,
  fields: Partial<Pick<StablecoinRow, 'enablement_requested_at' | 'currency'>> = {},
): StablecoinRow {
  const { to } = mustMove('stablecoin-service-operations', row.service_operations_status, trigger);
  const moved = { ...row, ...fields, service_operations_status: to, updated_at: now };
  unit.write(writeServiceOperations, moved);
  return moved;
}
