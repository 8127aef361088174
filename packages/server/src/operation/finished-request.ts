import type { ErrorCode, OperationId } from '@payments-platform/types';
import type { Instant } from '../ground/clock/instant.ts';
import type { RequestParts } from '../ground/specification/specification-validators.ts';
import type { Caller } from './operation.ts';

export type ApiRequestId = `ApiRequest:${string}`;

/** The position of a request in a trace (W3C Trace Context). */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** The span of the caller; `null` if it sent none. */
  readonly parentSpanId: string | null;
  readonly isSampled: boolean;
}

/** A request that was answered, or that ended without an answer. It has no personal or secret data. */
export interface FinishedRequest {
  readonly id: ApiRequestId;
  readonly trace: TraceContext;
  /** Real time. */
  readonly startedAt: Instant;
  readonly durationMs: number;
  /** `null` if the request could not be read that far. */
  readonly method: string | null;
  readonly operationId: OperationId | null;
  /** The path with the names of its parameters; for an operation, without the base path. */
  readonly route: string | null;
  /** The same with its ids. Everything else that could be personal is left out. */
  readonly path: string | null;
  readonly status: number;
  /** The code of the refusal. */
  readonly code: ErrorCode | null;
  /** The caller, if it was identified. */
  readonly caller: Caller | null;
  readonly isReplay: boolean;
}

/** The request and its response, unredacted: only for the code that redacts them. */
export interface Exchange {
  readonly input: RequestParts | undefined;
  readonly idempotencyKey: string | undefined;
  /** The body of the response: its value if available, else its text. */
  readonly answer: unknown;
}

/** Called with every request once it is over. It must return at once; slow work runs later. */
export type RequestListener = (finished: FinishedRequest, exchange: Exchange) => void;
