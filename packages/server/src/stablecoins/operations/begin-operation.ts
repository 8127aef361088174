import type { ErrorCode } from '@payments-platform/types';
import type { AcceptedOperation } from '../../engines/stablecoin-provider/token-operations.ts';
import { type Instant, plusMs } from '../../ground/clock/instant.ts';
import { UniqueViolation } from '../../ground/database/database.ts';
import type { Deps, WorkContext } from '../../operation/deps.ts';
import type { Caller, RequestKey } from '../../operation/operation.ts';
import { isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import { requireAdapter } from '../../operation/ports/missing-adapter.ts';
import { accessOf } from '../provider-accounts/find-provider-account.ts';
import { findLinkedStablecoin, type LinkedStablecoin } from '../registrations/find-stablecoin.ts';
import { type AccountLinkRefusal, addressesOf } from './link-accounts.ts';
import { discardOperation, recordBegun, scheduleNext } from './move-operation.ts';
import { keyLifeMs, type NoteRefusal, NoteRefused, noteOperation } from './note-operation.ts';
import type { OperationPlan, PlanContext } from './operation-plan.ts';
import { viewOperation } from './operation-view.ts';
import { findOperationOfKey, lockOperation, writeOperation } from './operations-repository.ts';
import { type ProblemRefusal, refuseProblem, unreachable } from './provider-problem.ts';
import type { StablecoinOperationRow } from './tables.ts';
import { orderOf } from './token-order.ts';

/** A request for an operation, outside of any unit. */
export interface OperationRequest {
  readonly tenant: number;
  readonly deps: Deps;
  readonly now: Instant;
  readonly requestKey: RequestKey | undefined;
}

/** An operation that the provider has accepted. */
export interface SubmittedOperation {
  readonly id: string;
  /** `undefined` if an earlier request has recorded it. */
  readonly report?: AcceptedOperation;
}

/** Every check of a request that changes nothing. */
type Plan<Code extends ErrorCode> = (context: PlanContext) => Promise<OperationPlan | Refusal<Code>>;

export type BeginRefusal = NoteRefusal | AccountLinkRefusal | ProblemRefusal | Refusal<'CONFLICT'>;

/**
 * Records an operation as a note and requests it from the provider, with no unit open during the call. A repeated
 * request continues with the note under the same id, so the provider gets one operation however often a request fails
 * on the way.
 */
export async function beginOperation<Code extends ErrorCode>(
  request: OperationRequest,
  plan: Plan<Code>,
): Promise<SubmittedOperation | Refusal<Code | BeginRefusal['code']>> {
  const { tenant, deps } = request;
  requireAdapter(deps.stablecoinProvider);
  const known = await findKnown(request);
  if (known !== undefined && isRefusal(known)) return known;
  if (known !== undefined) return (await resumeOperation(request, known, plan)) ?? beginOperation(request, plan);
  const first = await deps.database.read((unit) => plan({ unit, tenant, deps }));
  if (isRefusal(first)) return first;
  const addresses = await addressesOf(request, first.link, first);
  if (isRefusal(addresses)) return addresses;
  const noted = await note(request, addresses, plan);
  if (noted === undefined) return beginOperation(request, plan);
  return isRefusal(noted) ? noted : submitToProvider(request, noted);
}

/** The operation of an earlier request with this key. */
async function findKnown({
  tenant,
  deps,
  now,
  requestKey,
}: OperationRequest): Promise<StablecoinOperationRow | Refusal<'CONFLICT'> | undefined> {
  if (requestKey === undefined) return undefined;
  const row = await deps.database.read((unit) => findOperationOfKey(unit, tenant, requestKey.key));
  if (row === undefined || (row.status !== 'CREATED' && row.created_at <= plusMs(now, -keyLifeMs))) return undefined;
  return row.request_fingerprint === requestKey.fingerprint ? row : otherRequest;
}

const otherRequest: Refusal<'CONFLICT'> = refuse(
  'CONFLICT',
  'This Idempotency-Key was used for another request. Use one key per intent: a new one for a new request, the same one to retry the same request.',
);

/** Plans again in the unit that debits the money, because what was read before may have changed. */
async function note<Code extends ErrorCode>(
  { tenant, deps, requestKey }: OperationRequest,
  addresses: { readonly debited: string | null; readonly paid: string },
  plan: Plan<Code>,
): Promise<StablecoinOperationRow | Refusal<Code | NoteRefusal['code']> | undefined> {
  try {
    return await deps.database.transaction(async (unit) => {
      const planned = await plan({ unit, tenant, deps });
      if (isRefusal(planned)) return planned;
      return noteOperation({ unit, tenant, now: deps.clock.now(), deps }, planned, addresses, requestKey);
    });
  } catch (error) {
    if (error instanceof NoteRefused) return error.refusal;
    // Another request with the same key came first.
    if (error instanceof UniqueViolation && /stablecoin_operations_of_key|request_key/.test(error.rule))
      return undefined;
    throw error;
  }
}

/** The provider may know the operation, so the refusal is not final before due work has withdrawn it. */
const beingWithdrawn: Refusal<'SERVICE_UNAVAILABLE'> = {
  ...unreachable,
  reason:
    'The operation was recorded, but would be refused now, so it is being withdrawn. Repeat the request with the same Idempotency-Key to see the outcome.',
};

/**
 * Requests an operation again if it is still only noted and would not be refused now, and marks the note. The mark
 * tells the earlier request that the note is no longer its own.
 */
async function resumeOperation<Code extends ErrorCode>(
  request: OperationRequest,
  { tenant, id, status }: StablecoinOperationRow,
  plan: Plan<Code>,
): Promise<SubmittedOperation | ProblemRefusal | undefined> {
  const { deps } = request;
  if (status === 'CREATED' && isRefusal(await deps.database.read((unit) => plan({ unit, tenant, deps }))))
    return beingWithdrawn;
  const row = await request.deps.database.transaction(async (unit) => {
    const noted = await lockOperation(unit, tenant, id);
    if (noted?.status !== 'CREATED') return noted;
    const marked = { ...noted, updated_at: plusMs(noted.updated_at, 1) };
    writeOperation(unit, marked);
    return marked;
  });
  return row && submitToProvider(request, row);
}

/** Requests a noted operation from the provider. */
async function submitToProvider(
  request: OperationRequest,
  row: StablecoinOperationRow,
): Promise<SubmittedOperation | ProblemRefusal> {
  if (row.status !== 'CREATED') return { id: row.id };
  const { tenant, deps } = request;
  const { stablecoin, link } = await linkedOf(request, row);
  const report = await deps.stablecoinProvider.begin(accessOf(link), orderOf(row, stablecoin), deps.clock.now());
  if (report.kind === 'BEGUN') return { id: row.id, report };
  await deps.database.transaction(async (unit) => {
    const context: WorkContext = { unit, tenant, now: deps.clock.now(), deps };
    const noted = await lockOperation(unit, tenant, row.id);
    if (noted?.status !== 'CREATED') return;
    // After a timeout or a second request, the provider may have received the order. Due work withdraws it.
    const isAskedOnce = noted.updated_at === noted.created_at;
    if (isAskedOnce && report.kind !== 'UNREACHABLE') await discardOperation(context, noted);
    else scheduleNext(context, row.id, context.now);
  });
  return refuseProblem(request, link, report);
}

async function linkedOf({ tenant, deps }: OperationRequest, row: StablecoinOperationRow): Promise<LinkedStablecoin> {
  const found = await deps.database.read((unit) => findLinkedStablecoin(unit, tenant, row.stablecoin_id));
  if (found === undefined) throw new Error(`${row.id} has lost its stablecoin ${row.stablecoin_id}`);
  return found;
}

/** Records what the provider has accepted, in the unit that stores the response of the request. */
export async function recordAccepted(
  context: WorkContext & { readonly caller: Caller },
  { id, report }: SubmittedOperation,
): Promise<{ readonly status: 201; readonly body: ReturnType<typeof viewOperation> } | typeof unreachable> {
  const row = await lockOperation(context.unit, context.tenant, id);
  // The provider took so long that the operation has been withdrawn.
  if (row === undefined) return unreachable;
  const begun = row.status === 'CREATED' && report !== undefined ? await recordBegun(context, row, report) : row;
  if (begun.status === 'CREATED') throw new Error(`${id} was recorded without having been handed over`);
  return { status: 201, body: viewOperation(begun, context.caller.environment) };
}
