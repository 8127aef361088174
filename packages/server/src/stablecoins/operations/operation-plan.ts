import type {
  StablecoinOperationSource,
  StablecoinOperationType,
  StablecoinPayoutRail,
} from '@payments-platform/types';
import type { AccountToLink } from '../../engines/stablecoin-provider/token-operations.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { Deps } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { type LinkRefusal, refuseUnusableLink } from '../provider-accounts/usable-link.ts';
import { findLinkedStablecoin, type LinkedStablecoin, unknownStablecoin } from '../registrations/find-stablecoin.ts';
import type { StablecoinRow } from '../registrations/tables.ts';

/** What a request asks for, once everything that stands here has been found in order. */
export interface OperationPlan extends LinkedStablecoin {
  readonly operationType: StablecoinOperationType;
  /** Tokens, in their smallest unit. */
  readonly units: bigint;
  readonly moneyMinor: bigint;
  readonly currency: CurrencyCode;
  readonly source: StablecoinOperationSource['type'];
  readonly sourceAccountId: string | null;
  /** The bank account that the provider debits. */
  readonly debited: AccountToLink | null;
  /** Who gets the tokens or the money. */
  readonly paid: AccountToLink;
  readonly rail: StablecoinPayoutRail | null;
  readonly description: string | null;
}

/** Reads what a plan is made of, in a unit that changes nothing. */
export interface PlanContext {
  readonly unit: Unit;
  readonly tenant: number;
  readonly deps: Deps;
}

type ReadyRefusal = Refusal<'STABLECOIN_NOT_FOUND' | 'STABLECOIN_NOT_PROVISIONED'> | LinkRefusal;

/** The stablecoin with a link that works, or why neither is to be used now. */
export async function findReadyStablecoin(
  { unit, tenant }: PlanContext,
  id: string,
): Promise<LinkedStablecoin | ReadyRefusal> {
  const found = await findLinkedStablecoin(unit, tenant, id);
  if (found === undefined) return unknownStablecoin(id);
  const { issuance_status: status } = found.stablecoin;
  if (status !== 'PROVISIONED') return notProvisioned(status);
  return refuseUnusableLink(found.link) ?? found;
}

function notProvisioned(status: StablecoinRow['issuance_status']): Refusal<'STABLECOIN_NOT_PROVISIONED'> {
  const isOver = status === 'REJECTED' || status === 'FAILED';
  const next = isOver ? 'Register another token' : 'Read it until it is PROVISIONED';
  return refuse('STABLECOIN_NOT_PROVISIONED', `The issuanceStatus of the stablecoin is ${status}. ${next}.`);
}

/** Internal accounts take part where the operator has enabled it; what the caller can do instead ends the reason. */
export function refuseNotEnabled(
  { service_operations_status: status }: StablecoinRow,
  instead: string,
): Refusal<'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED'> | undefined {
  if (status === 'ENABLED') return undefined;
  return refuse(
    'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED',
    `Service operations of the stablecoin are ${status}, so no internal account takes part. ${instead}`,
  );
}
