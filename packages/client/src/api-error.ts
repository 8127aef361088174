import type { ErrorCode, FieldError } from '@payments-platform/types';
import { isErrorCode } from './error-code.ts';
import { requestOf, type SentRequest } from './request-of-response.ts';

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const noReason = 'No reason given.';

/** Services of before told some fields without a message. */
function fieldErrorsIn(errors: unknown): FieldError[] {
  return (Array.isArray(errors) ? errors : []).flatMap((error: unknown) =>
    isMembers(error) && typeof error.field === 'string'
      ? [{ ...error, field: error.field, message: text(error.message) ?? noReason }]
      : [],
  );
}

/** A success comes here only when its body did not, or is not one of the platform. */
function withoutReason({ ok, statusText, headers }: Response, body: unknown): string {
  if (ok && typeof body === 'string')
    return `The answer is ${headers.get('Content-Type') ?? 'of no type'}, so something other than the platform gave it, such as a proxy or a page to log in. Whether the request took effect is not known: repeat it with the same Idempotency-Key once the platform answers.`;
  if (ok) return 'The answer has no body. The request took effect; read what became of it.';
  return text(statusText) ?? noReason;
}

/** Before the key of a request is looked at, or because another request with it is under way. */
const refusedAtTheDoor: ReadonlySet<number> = new Set([401, 403, 409, 429]);

function mayHaveTakenEffect({ ok, status }: Response, request: SentRequest | undefined): boolean {
  if (request?.method === 'GET') return false;
  const saysNothing = request?.followsUnanswered === true && refusedAtTheDoor.has(status);
  return ok || status === 408 || status >= 500 || saysNothing;
}

/**
 * An answer that refuses. The message reads
 * `[POST] /quotes: 400 INVALID_INPUT The request has 1 invalid field. (ApiRequest:0198c0de-7a30-7a11-9c05-1a2b3c4d5e6f)`
 * Decide on `code`, show `reason` to developers only.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Absent when something other than the platform answered, or with a code newer than this client. See `body`. */
  readonly code: ErrorCode | undefined;
  readonly reason: string;
  /** More about the refusal; which members it has depends on `code`. */
  readonly details: Members | undefined;
  /** Each invalid field with what is wrong with it; empty unless the request was refused field by field. */
  readonly fieldErrors: readonly FieldError[];
  /** The parsed body, or its text where it is not JSON. */
  readonly body: unknown;
  readonly method: string | undefined;
  readonly path: string;
  /** The key the request carried. After a status of 500 or more, repeat the request with this key and no other. */
  readonly idempotencyKey: string | undefined;
  /**
   * Whether something may have been done all the same: the platform failed, or it refused a repeat of an attempt that
   * was never answered. Repeat the request with `idempotencyKey` once it can be, or read what became of it.
   */
  readonly mayHaveTakenEffect: boolean;
  /** Names the request; quote it to whoever runs the service. Absent when something other than the platform answered. */
  readonly requestId: string | undefined;

  constructor(response: Response, body: unknown) {
    const members = isMembers(body) ? body : {};
    const request = requestOf(response);
    const path = request?.path ?? new URL(response.url, 'http://unknown').pathname;
    const code = text(members.code);
    const reason = text(members.reason) ?? text(members.message) ?? withoutReason(response, body);
    const place = request === undefined ? path : `[${request.method}] ${path}`;
    const requestId = response.headers.get('X-Request-Id') ?? text(members.requestId);
    const named = requestId === undefined ? undefined : `(${requestId})`;
    super(`${place}: ${[response.status, code, reason, named].filter((part) => part !== undefined).join(' ')}`);
    this.status = response.status;
    this.code = code !== undefined && isErrorCode(code) ? code : undefined;
    this.reason = reason;
    this.details = isMembers(members.details) ? members.details : undefined;
    this.fieldErrors = fieldErrorsIn(this.details?.errors);
    this.body = body;
    this.method = request?.method;
    this.path = path;
    this.idempotencyKey = request?.idempotencyKey;
    this.mayHaveTakenEffect = mayHaveTakenEffect(response, request);
    this.requestId = requestId;
  }
}
