import { setTimer } from '../../engines/due-work/timers.ts';
import type { PostingRefusal } from '../../engines/ledger/post-entry.ts';
import { mustMove } from '../../engines/states/transition.ts';
import { dayMs, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, type RequestKey, refuse, refuseFields } from '../../operation/operation.ts';
import { debitPayer, isPaidHere } from './operation-entries.ts';
import type { OperationPlan } from './operation-plan.ts';
import { operationTimers, releaseExpiredKey } from './operations-repository.ts';
import type { StablecoinOperationRow } from './tables.ts';

/** How long a request has to hear from the provider. Afterwards its note is withdrawn. */
const handOverMs = 2 * minuteMs;
/** How long a repeated key finds the operation that it requested. */
export const keyLifeMs = dayMs;

interface Addresses {
  readonly debited: string | null;
  readonly paid: string;
}

export type NoteRefusal = Refusal<'INSUFFICIENT_FUNDS' | 'INVALID_INPUT'>;

/** Thrown so that everything written with a refused note is rolled back. */
export class NoteRefused extends Error {
  readonly refusal: NoteRefusal;
  constructor(refusal: NoteRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/**
 * Records an operation before its provider is called, and debits money that is held here, so that the order is on
 * record whatever happens next. Breaks a unique rule if another request with the same key came first.
 */
export async function noteOperation(
  context: WorkContext,
  plan: OperationPlan,
  addresses: Addresses,
  request: RequestKey | undefined,
): Promise<StablecoinOperationRow> {
  const { unit, tenant, now } = context;
  const row = newOperation(context, plan, addresses, request);
  if (request !== undefined) releaseExpiredKey(unit, { tenant, key: request.key, until: plusMs(now, -keyLifeMs) });
  await unit.insertNow('stablecoin_operations', row);
  const refused = isPaidHere(row) ? await debitPayer(context, row) : undefined;
  if (refused !== undefined) throw new NoteRefused(refuseMoney(refused, row));
  setTimer(unit, { tenant, kind: operationTimers, id: row.id }, plusMs(now, handOverMs));
  return row;
}

function newOperation(
  { tenant, now, deps }: WorkContext,
  plan: OperationPlan,
  addresses: Addresses,
  request: RequestKey | undefined,
): StablecoinOperationRow {
  return {
    tenant,
    id: deps.ids.next('StablecoinOperation'),
    stablecoin_id: plan.stablecoin.id,
    link_id: plan.link.id,
    operation_type: plan.operationType,
    status: mustMove('stablecoin-operation', null, 'CREATE').to,
    amount: plan.units.toString(),
    money_minor: plan.moneyMinor,
    currency: plan.currency,
    source_type: plan.source,
    source_account_id: plan.sourceAccountId,
    debited_address_id: addresses.debited,
    destination_account_id: plan.paid.accountId,
    paid_address_id: addresses.paid,
    rail: plan.rail,
    funding_instructions: null,
    expires_at: null,
    funded_at: null,
    provider_status: null,
    failure_reason: null,
    description: plan.description,
    request_key: request?.key ?? null,
    request_fingerprint: request?.fingerprint ?? null,
    created_at: now,
    updated_at: now,
  };
}

function refuseMoney(refused: PostingRefusal, { money_minor: amount, currency }: StablecoinOperationRow): NoteRefusal {
  if (refused === 'INSUFFICIENT_FUNDS') {
    const reason = `The account does not hold the ${amount} in ${currency} that the tokens cost. Fund it, or mint less.`;
    return refuse('INSUFFICIENT_FUNDS', reason);
  }
  if (refused !== 'ACCOUNT_NOT_ACTIVE') throw new Error(`the money of a mint was refused: ${refused}`);
  return refuseFields([{ field: 'fundingSource.accountId', message: 'The account is not ACTIVE. Send another one.' }]);
}
