import type { StablecoinEstimatedDelivery, StablecoinOperation, StablecoinPayoutRail } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { Caller } from '../../operation/operation.ts';
import type { StablecoinOperationRow } from './tables.ts';

/** How long a rail takes, as banks state it. Banking days and cutoffs are not calculated. */
const timings: Readonly<Record<StablecoinPayoutRail, string>> = {
  RTP_CREDIT: 'within seconds',
  SAME_DAY_ACH_CREDIT: '1 business day',
  WIRE: '1 business day',
  ACH_CREDIT: '1-3 business days',
};

/** Row to wire. Omits what does not apply to the type of operation or is not known yet. */
export function viewOperation(row: StablecoinOperationRow, environment: Caller['environment']): StablecoinOperation {
  const { funding_instructions: instructions, expires_at: expiresAt, provider_status: providerStatus } = row;
  return {
    id: storedId('StablecoinOperation', row.id),
    stablecoinId: storedId('Stablecoin', row.stablecoin_id),
    operationType: row.operation_type,
    status: row.status,
    amount: row.amount,
    provider: 'STABLECOIN_ISSUER',
    providerEnvironment: environment,
    stablecoinProviderAccountId: storedId('StablecoinProviderAccount', row.link_id),
    source: sourceOf(row),
    ...(instructions === null ? {} : { fundingInstructions: readJson(instructions) }),
    destination: {
      accountId: storedId('ExternalAccount', row.destination_account_id),
      ...(row.rail === null ? {} : { rail: row.rail }),
    },
    ...(row.rail === null ? {} : { estimatedDelivery: estimateOf(row, row.rail) }),
    ...(expiresAt === null ? {} : { expiresAt }),
    ...(providerStatus === null ? {} : { providerStatus }),
    ...(row.failure_reason === null ? {} : { failureReason: row.failure_reason }),
    ...(row.description === null ? {} : { description: row.description }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function sourceOf({
  source_type: type,
  source_account_id: id,
}: StablecoinOperationRow): NonNullable<StablecoinOperation['source']> {
  if (id === null) return { type };
  return type === 'SERVICE_INTERNAL_ACCOUNT'
    ? { type, accountId: storedId('InternalAccount', id) }
    : { type, externalAccountId: storedId('ExternalAccount', id) };
}

function estimateOf(row: StablecoinOperationRow, rail: StablecoinPayoutRail): StablecoinEstimatedDelivery {
  return { rail, amount: row.money_minor.toString(), currency: row.currency, timing: timings[rail] };
}
