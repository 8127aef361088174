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

/** A request whose checks have all passed, in their order. */
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
  /** The recipient of the tokens or the money. */
  readonly paid: AccountToLink;
  readonly rail: StablecoinPayoutRail | null;
  readonly description: string | null;
}

/** What a plan is read with, in a unit that writes nothing. */
export interface PlanContext {
  readonly unit: Unit;
  readonly tenant: number;
  readonly deps: Deps;
}

type ReadyRefusal = Refusal<'STABLECOIN_NOT_FOUND' | 'STABLECOIN_NOT_PROVISIONED'> | LinkRefusal;

/** The stablecoin with a working link, or a refusal if either cannot be used now. */
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
  const next = isOver ? 'Register another token' : 'Poll it until it is PROVISIONED';
  return refuse('STABLECOIN_NOT_PROVISIONED', `The issuanceStatus of the stablecoin is ${status}. ${next}.`);
}

/**
 * Refuses internal accounts unless the operator has enabled service operations. `instead` ends the reason with an
 * alternative.
 */
export function refuseNotEnabled(
  { service_operations_status: status }: StablecoinRow,
  instead: string,
): Refusal<'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED'> | undefined {
  if (status === 'ENABLED') return undefined;
  return refuse(
    'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED',
    `Service operations of the stablecoin are ${status}, so internal accounts cannot be used. ${instead}`,
  );
}
