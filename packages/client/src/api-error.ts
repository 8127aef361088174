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

/** Earlier servers returned some fields without a message. */
function fieldErrorsIn(errors: unknown): FieldError[] {
  return (Array.isArray(errors) ? errors : []).flatMap((error: unknown) =>
    isMembers(error) && typeof error.field === 'string'
      ? [{ ...error, field: error.field, message: text(error.message) ?? noReason }]
      : [],
  );
}

const mostNamed = 5;

/** The reason with the invalid fields, so that a log shows what to correct. */
function withFields(reason: string, fields: readonly FieldError[]): string {
  const named = fields.slice(0, mostNamed).map(({ field, message }) => `${field}: ${message}`);
  const others = fields.length > mostNamed ? [`and ${fields.length - mostNamed} more`] : [];
  return named.length === 0 ? reason : `${reason} [${[...named, ...others].join(' | ')}]`;
}

/** For a response without a reason. A success gets here only if its body is missing or not from the platform. */
function withoutReason({ ok, statusText, headers }: Response, body: unknown): string {
  if (ok && typeof body === 'string')
    return `The Content-Type of the response is ${headers.get('Content-Type') ?? 'missing'}, so it is not from the platform, but for example from a proxy or a login page. Whether the request took effect is unknown: repeat it with the same Idempotency-Key once the platform is reachable.`;
  if (ok) return 'The response has no body. The request took effect; read the resource to see the result.';
  return text(statusText) ?? noReason;
}

/** Statuses that come before the idempotency key is checked, or because another request with the key is running. */
const refusedAtTheDoor: ReadonlySet<number> = new Set([401, 403, 409, 429]);

function mayHaveTakenEffect({ ok, status }: Response, request: SentRequest | undefined): boolean {
  if (request?.method === 'GET') return false;
  const saysNothing = request?.followsUnanswered === true && refusedAtTheDoor.has(status);
  return ok || status === 408 || status >= 500 || saysNothing;
}

/**
 * A refusal. The message has the form
 * `[POST] /quotes: 400 QUOTE_EXPIRED The quote expired. (ApiRequest:0198c0de-7a30-7a11-9c05-1a2b3c4d5e6f)`,
 * with the first invalid fields after the reason if there are any: `[code: It is wrong or has expired.]`. Branch on `code`; show `reason` to developers only.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Absent if the response is not from the platform, or if the code is newer than this client. See `body`. */
  readonly code: ErrorCode | undefined;
  readonly reason: string;
  /** More about the refusal; its members depend on `code`. */
  readonly details: Members | undefined;
  /** Each invalid field with the reason; empty unless the request was refused for its fields. */
  readonly fieldErrors: readonly FieldError[];
  /** The parsed body, or its text if it is not JSON. */
  readonly body: unknown;
  readonly method: string | undefined;
  readonly path: string;
  /** The idempotency key of the request. After a status of 500 or more, repeat the request with this same key. */
  readonly idempotencyKey: string | undefined;
  /**
   * Whether the request may have taken effect: the platform failed, or it refused the retry of an attempt that got no
   * response. Repeat the request with `idempotencyKey`, or read the resource to see the result.
   */
  readonly mayHaveTakenEffect: boolean;
  /** The id of the request, for the operator of the service. Absent if the response is not from the platform. */
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
    const details = isMembers(members.details) ? members.details : undefined;
    const fieldErrors = fieldErrorsIn(details?.errors);
    const said = withFields(reason, fieldErrors);
    super(`${place}: ${[response.status, code, said, named].filter((part) => part !== undefined).join(' ')}`);
    this.status = response.status;
    this.code = code !== undefined && isErrorCode(code) ? code : undefined;
    this.reason = reason;
    this.details = details;
    this.fieldErrors = fieldErrors;
    this.body = body;
    this.method = request?.method;
    this.path = path;
    this.idempotencyKey = request?.idempotencyKey;
    this.mayHaveTakenEffect = mayHaveTakenEffect(response, request);
    this.requestId = requestId;
  }
}
