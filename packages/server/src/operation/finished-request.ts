import type { ErrorCode, OperationId } from '@payments-platform/types';
import type { Instant } from '../ground/clock/instant.ts';
import type { RequestParts } from '../ground/specification/specification-validators.ts';
import type { Caller } from './operation.ts';

export type ApiRequestId = `ApiRequest:${string}`;

/** Where a request stands in a trace (W3C Trace Context). */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** The span of the caller; `null` where it sent none. */
  readonly parentSpanId: string | null;
  readonly isSampled: boolean;
}

/** A request that has been answered, or that ended without an answer. Nothing in it is personal or secret. */
export interface FinishedRequest {
  readonly id: ApiRequestId;
  readonly trace: TraceContext;
  /** Real time. */
  readonly startedAt: Instant;
  readonly durationMs: number;
  /** `null` where the request could not be read that far. */
  readonly method: string | null;
  readonly operationId: OperationId | null;
  /** The path with the names of its parameters, that of an operation without the base path. */
  readonly route: string | null;
  /** The same with the ids that it had; everything else that could say something about somebody is left out. */
  readonly path: string | null;
  readonly status: number;
  /** Why it was refused. */
  readonly code: ErrorCode | null;
  /** Who called, once that was found out. */
  readonly caller: Caller | null;
  /** What the clock of the caller's platform showed when the request came. */
  readonly platformTime: Instant | null;
  readonly hasIdempotencyKey: boolean;
  readonly isReplay: boolean;
}

/** What was said in a request, as it came and went: for the one who redacts it, and for nobody else. */
export interface Exchange {
  readonly input: RequestParts | undefined;
  readonly idempotencyKey: string | undefined;
  /** The body of the answer: its value where that is at hand, else its text. */
  readonly answer: unknown;
}

/** Told of every request once it is over. It returns at once; what takes time it does later. */
export type RequestListener = (finished: FinishedRequest, exchange: Exchange) => void;
