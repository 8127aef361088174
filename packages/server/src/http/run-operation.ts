import { errorTable, type OperationId } from '@payments-platform/types';
import type { FeedChoice } from '../engines/live-feed/follower.ts';
import { UniqueViolation } from '../ground/database/database.ts';
import type { Unit } from '../ground/database/unit.ts';
import type { FieldError } from '../ground/specification/field-error.ts';
import type { RequestParts } from '../ground/specification/specification-validators.ts';
import type { Deps } from '../operation/deps.ts';
import {
  type Call,
  type Caller,
  type Csv,
  type ExternalCall,
  type FieldSurroundings,
  isRefusal,
  type Outcome,
  type Refusal,
  refuse,
  type StreamCall,
  type WalletHeaders,
} from '../operation/operation.ts';
import { MissingAdapter, refuseMissing } from '../operation/ports/missing-adapter.ts';
import {
  type KeyedRequest,
  loadStoredResponse,
  removeExpiredKey,
  type StoredResponse,
  storeResponse,
} from './idempotency.ts';
import type { OpenStreams } from './open-streams.ts';

export interface Reply {
  readonly status: number;
  /** The body of a refusal is made when the reply is sent, since it names the request. */
  readonly body: string;
  readonly refusal?: Refusal;
  /** The value of the body, if it is available. */
  readonly content?: unknown;
  readonly isReplay: boolean;
  readonly retryAfterSeconds?: number;
  /** Replaces the body. */
  readonly csv?: Csv;
  /** The parts of the request that its operation does not know, as one line. */
  readonly ignored?: string;
  /** The events that follow, in place of a body. */
  readonly follows?: FeedChoice;
}

/** Any operation's handler as the router sees it. The manifests have the exact types. */
export interface AnyHandler {
  (call: Call<OperationId>): Promise<Outcome<OperationId>>;
  readonly request?: (call: ExternalCall<OperationId>) => Promise<unknown>;
  readonly discard?: (call: ExternalCall<OperationId>, response: unknown) => Promise<void>;
  readonly asks?: (call: ExternalCall<OperationId>) => boolean;
  readonly reads?: (call: Call<OperationId>) => Promise<unknown>;
  readonly fieldRules?: (body: object, surroundings: FieldSurroundings) => readonly FieldError[];
}

/** The same for an operation whose response is a stream. */
export type AnyStreamHandler = (call: StreamCall<OperationId>) => Promise<FeedChoice | Refusal>;

export type ServedOperation =
  | {
      /** `EXTERNAL` waits for external systems, and so opens its own units. */
      readonly kind: 'UNIT' | 'EXTERNAL';
      readonly handler: AnyHandler;
    }
  | { readonly kind: 'STREAM'; readonly handler: AnyStreamHandler };

export type ServedOperations = Readonly<Record<OperationId, ServedOperation>>;

export interface OperationRun<H = AnyHandler> {
  readonly deps: Deps;
  readonly caller: Caller;
  readonly input: RequestParts;
  readonly walletHeaders: WalletHeaders;
  readonly wantsCsv: boolean;
  readonly handler: H;
  readonly keyed: KeyedRequest | undefined;
  /** Confirms a caller who was not looked up yet, before anything outside the store is done. */
  readonly confirmCaller?: () => Promise<void>;
  /** The refusal of a key that was used for another request. Its code depends on what the operation declares. */
  readonly mismatch: Refusal;
}

/** Rolls the unit back, so that all writes of the handler are undone, unless the refusal is to be recorded. */
class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Reads need no transaction: they see committed data and change nothing. */
export async function runRead(run: OperationRun): Promise<Reply> {
  return unlessMissing(async () => {
    const outcome = await run.deps.database.read((unit) => run.handler({ ...callOf(run), unit } as Call<OperationId>));
    return isRefusal(outcome) ? refusalReply(outcome) : reply(outcome);
  });
}

/** Runs an operation that opens its own units between its calls of external systems. */
export async function runExternal(run: OperationRun): Promise<Reply> {
  return unlessMissing(async () => {
    const outcome = await run.handler(callOf(run) as Call<OperationId>);
    return isRefusal(outcome) ? refusalReply(outcome) : reply(outcome);
  });
}

/** Opens a stream if the limits of this process allow it. */
export async function runStream(
  run: OperationRun<AnyStreamHandler>,
  streams: Pick<OpenStreams, 'refuse'>,
  lastEventId: string | undefined,
): Promise<Reply> {
  const outcome = await run.handler({ ...callOf(run), lastEventId } as StreamCall<OperationId>);
  if (isRefusal(outcome)) return refusalReply(outcome);
  const refusal = streams.refuse(run.caller);
  return refusal === undefined ? { status: 200, body: '', isReplay: false, follows: outcome } : refusalReply(refusal);
}

/** A missing production adapter rolls the work back and becomes a refusal. */
async function unlessMissing(serve: () => Promise<Reply>): Promise<Reply> {
  try {
    return await serve();
  } catch (error) {
    if (!(error instanceof MissingAdapter)) throw error;
    return refusalReply(refuseMissing(error));
  }
}

/**
 * Runs a writing operation as one unit: the effect, its ledger entries, its events and the stored response commit
 * together. A repeated key gets the stored response, byte for byte.
 */
export function runWrite(run: OperationRun): Promise<Reply> {
  return unlessMissing(async () => {
    const { request, discard, asks } = run.handler;
    if (request === undefined) return writeOnce(run, undefined);
    const call = callOf(run) as ExternalCall<OperationId>;
    if (asks?.(call) === false) return writeOnce(run, undefined);
    // A repeat sends no external request.
    const known = await findStoredReply(run);
    if (known !== undefined) return known;
    await run.confirmCaller?.();
    const response = await request(call);
    const answer = await writeOnce(run, response);
    if (answer.refusal !== undefined) await discard?.(call, response);
    return answer;
  });
}

async function findStoredReply({ deps, keyed, mismatch }: OperationRun): Promise<Reply | undefined> {
  if (keyed === undefined) return undefined;
  const known = await deps.database.read((unit) => loadStoredResponse(unit, keyed, deps.clock.now()));
  if (known === 'MISMATCH') return refusalReply(mismatch);
  return known && { ...known, isReplay: true };
}

/** `response` is the result of the handler's external request. */
async function writeOnce(run: OperationRun, response: unknown): Promise<Reply> {
  try {
    return await run.deps.database.transaction((unit) => write(run, unit, response));
  } catch (error) {
    if (error instanceof Refused) return (await replyOfConcurrentRequest(run)) ?? refusalReply(error.refusal);
    if (run.keyed === undefined || !(error instanceof UniqueViolation) || !error.rule.includes('idempotency_keys'))
      throw error;
    // Another request with this key committed first, so its response is stored; or an expired key blocks the insert.
    const { keyed, deps } = run;
    await deps.database.transaction((unit) => removeExpiredKey(unit, keyed, deps.clock.now()));
    return writeOnce(run, response);
  }
}

/**
 * If a request with the same key committed while this one waited, that may be the reason for the refusal. Then both get
 * the response of the first.
 */
async function replyOfConcurrentRequest(run: OperationRun): Promise<Reply | undefined> {
  const known = await findStoredReply(run);
  return known?.isReplay === true ? known : undefined;
}

async function write(run: OperationRun, unit: Unit, response: unknown): Promise<Reply> {
  const { keyed, deps, handler } = run;
  const call = { ...callOf(run), unit, response } as Call<OperationId>;
  const stored = keyed && loadStoredResponse(unit, keyed, deps.clock.now());
  const reading = handler.reads?.(call);
  await Promise.allSettled([stored, reading]);
  const known = await stored;
  if (known === 'MISMATCH') throw new Refused(run.mismatch);
  if (known !== undefined) return { ...known, isReplay: true };
  const outcome = await handler({ ...call, read: await reading });
  if (isRefusal(outcome)) {
    if (outcome.keepsWrites === true) return refusalReply(outcome);
    throw new Refused(outcome);
  }
  const answer = reply(outcome);
  if (keyed !== undefined) storeResponse(unit, keyed, answer, deps.clock.now());
  return answer;
}

type Served = Omit<OperationRun, 'handler' | 'keyed' | 'mismatch' | 'confirmCaller'> &
  Pick<Call<OperationId>, 'tenant' | 'now' | 'requestKey'>;

function callOf({ deps, caller, input, walletHeaders, wantsCsv, keyed }: OperationRun<unknown>): Served {
  const requestKey = keyed && { key: keyed.keyHash, fingerprint: keyed.fingerprint };
  return { deps, caller, input, walletHeaders, wantsCsv, requestKey, tenant: caller.tenant, now: deps.clock.now() };
}

function reply(success: { readonly status: number; readonly body: unknown; readonly csv?: Csv }): Reply {
  const { status, body: content, csv } = success;
  const body = content === undefined ? '' : JSON.stringify(content);
  return { status, body, content, isReplay: false, ...(csv && { csv }) };
}

export function refusalReply(refusal: Refusal): Reply & StoredResponse {
  const { retryAfterSeconds } = refusal;
  const { status } = errorTable[refusal.code];
  return { status, body: '', refusal, isReplay: false, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

/** The refusal of a key that was used for another request. */
export function keyMismatch(code: 'CONFLICT' | 'INVALID_INPUT'): Refusal {
  return refuse(
    code,
    'This Idempotency-Key was used for another request. Use one key per intent: a new one for a new request, the same one to retry the same request.',
    {
      errors: [{ field: 'Idempotency-Key', message: 'Already used for another request.' }],
    },
  );
}
