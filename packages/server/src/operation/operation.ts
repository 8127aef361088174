import type { ErrorCode, ErrorCodeOf, ErrorDetailOf, OperationId, operations } from '@payments-platform/types';
import type { UploadedFile } from '../engines/files/uploaded-file.ts';
import type { FeedChoice } from '../engines/live-feed/follower.ts';
import type { Instant } from '../ground/clock/instant.ts';
import type { FieldError } from '../ground/specification/field-error.ts';
import type { ValidPart } from '../ground/specification/valid-part.ts';
import type { WorkContext } from './deps.ts';
import type { EnvironmentRules } from './ports/environment-rules.ts';

/** The caller: one platform in one environment, through one of its API tokens or agents. */
export interface Caller {
  readonly tenant: number;
  readonly environment: 'SANDBOX' | 'PRODUCTION';
  /** Identifies one caller. */
  readonly tokenId: string;
  /** The permissions of an API token; empty for an agent. */
  readonly permissions: readonly Permission[];
  /** Set only if an agent calls. */
  readonly agentId?: string;
  /** The tenant that created the sandbox world of the caller. Both share their turns. */
  readonly creator?: number;
}

export type Permission = 'VIEW' | 'TRANSACT' | 'MANAGE';

type ParametersOf<O extends OperationId> = operations[O]['parameters'];
type Part<P, K extends string> = P extends { readonly [key in K]?: infer V }
  ? Exclude<V, undefined>
  : Record<string, never>;
type BodyOf<O extends OperationId> = operations[O] extends { readonly requestBody?: infer B }
  ? Exclude<B, undefined> extends { readonly content: { readonly 'application/json': infer J } }
    ? undefined extends B
      ? J | undefined
      : J
    : Exclude<B, undefined> extends { readonly content: { readonly 'multipart/form-data': infer F } }
      ? FormOf<F>
      : undefined
  : undefined;
/** Text parts by the specification. The file is already stored. */
type FormOf<F> = Omit<F, 'file'> & { readonly file: UploadedFile };

/** A request that is valid against the specification. */
export interface Input<O extends OperationId> {
  readonly path: Part<ParametersOf<O>, 'path'>;
  readonly query: Part<ParametersOf<O>, 'query'>;
  readonly body: BodyOf<O>;
}

/** The headers with which a customer's device signed a request, unchecked. */
export interface WalletHeaders {
  /** `Service-Wallet-Signature` */
  readonly signature: string | undefined;
  /** `Request-Id` */
  readonly requestId: string | undefined;
}

/** Identifies a request and its content, both hashed, to recognise a repeat. */
export interface RequestKey {
  readonly key: string;
  readonly fingerprint: string;
}

/** The input of a handler. */
export interface Call<O extends OperationId> extends WorkContext {
  readonly input: Input<O>;
  readonly caller: Caller;
  readonly walletHeaders: WalletHeaders;
  /** Whether the caller wants CSV, for operations that have it. */
  readonly wantsCsv: boolean;
  /** The hash of the `Idempotency-Key`, if there is one. */
  readonly requestKey: RequestKey | undefined;
  /** The response of the handler's external request, if it makes one. */
  readonly response?: unknown;
  /** What its preparation has read. */
  readonly read?: unknown;
}

/** The same while no database transaction is open. */
export type ExternalCall<O extends OperationId> = Omit<Call<O>, 'unit' | 'response' | 'read'>;

/** A table as lines of text, read at the pace of the caller. */
export interface Csv {
  readonly fileName: string;
  /** Each line includes its line end. */
  readonly lines: AsyncIterable<string>;
}

type Responses<O extends OperationId> = operations[O]['responses'];
type JsonOf<R> = R extends { readonly content: { readonly 'application/json': infer J } } ? J : undefined;

type CsvOf<R, S> = R extends { readonly content: { readonly 'text/csv': string } }
  ? { readonly status: S; readonly body: undefined; readonly csv: Csv }
  : never;

/** Every success of the operation in the specification, each with its own body. */
export type Success<O extends OperationId> = {
  [S in keyof Responses<O> & (200 | 201 | 202 | 204)]:
    | { readonly status: S; readonly body: JsonOf<Responses<O>[S]> }
    | CsvOf<Responses<O>[S], S>;
}[keyof Responses<O> & (200 | 201 | 202 | 204)];

/** The details of a refusal: only the members that the catalogue names for its code. */
export type DetailsOf<Code extends ErrorCode> = Code extends ErrorCode
  ? [ErrorDetailOf<Code>] extends [never]
    ? undefined
    : { readonly [Member in ErrorDetailOf<Code>]?: unknown }
  : never;

/** A refusal is a value. Its code alone decides the status (see the error table). */
export interface Refusal<Code extends ErrorCode = ErrorCode> {
  readonly code: Code;
  /** One sentence about what is wrong, then what to do next. */
  readonly reason: string;
  readonly details?: DetailsOf<Code>;
  /** When a repeat may succeed, for codes that tell the caller to wait. */
  readonly retryAfterSeconds?: number;
  /** Commits what was written before the refusal: a wrong code must be counted although it is refused. */
  readonly keepsWrites?: true;
}

/** A handler can return only codes that the specification lists for its operation. */
export type Outcome<O extends OperationId> = Success<O> | RefusalOf<O>;
type RefusalOf<O extends OperationId> = Refusal<Extract<ErrorCodeOf<O>, ErrorCode>>;
export interface Handler<O extends OperationId> {
  (call: Call<O>): Promise<Outcome<O>>;
  /** Sends a request to an external system while no database transaction is open. Set by `afterRequest`. */
  readonly request?: (call: ExternalCall<O>) => Promise<unknown>;
  /** Undoes the external request if the call is refused. Set by `afterRequest`. */
  readonly discard?: (call: ExternalCall<O>, response: unknown) => Promise<void>;
  /** Whether this call needs the external request. Without it, every call does. */
  readonly asks?: (call: ExternalCall<O>) => boolean;
  /** What the handler reads first, in one round trip with the stored response. Set by `prepared`. */
  readonly reads?: (call: Call<O>) => Promise<unknown>;
  /** Finds errors in the fields of a body that the specification already refuses. Set by `withFieldRules`. */
  readonly fieldRules?: FieldRules<O>;
}

/** The context of rules on fields. */
export interface FieldSurroundings {
  readonly now: Instant;
  /** Real time, whatever the time of the platform. */
  readonly realNow: Instant;
  readonly rules: EnvironmentRules;
}

/** Rules on the fields of a body that no schema can express, and that need no data. */
export type FieldRules<O extends OperationId> = (
  body: ValidPart<BodyOf<O>>,
  surroundings: FieldSurroundings,
) => readonly FieldError[];

/**
 * A handler with rules on fields. They also check the valid part of a body that the specification refuses, so that one
 * refusal lists all errors. For a body that the specification accepts, only the handler runs.
 */
export function withFieldRules<O extends OperationId>(fieldRules: FieldRules<O>, handler: Handler<O>): Handler<O> {
  return Object.assign(handler, { fieldRules });
}

/** For operations that wait for external systems: no database transaction is open while they run. */
export type ExternalHandler<O extends OperationId> = (call: ExternalCall<O>) => Promise<Outcome<O>>;

/**
 * For operations whose response is a stream. The handler chooses the events, or refuses; the HTTP layer streams them.
 */
export type StreamHandler<O extends OperationId> = (call: StreamCall<O>) => Promise<FeedChoice | RefusalOf<O>>;
export interface StreamCall<O extends OperationId> extends ExternalCall<O> {
  /** The last id that the caller received from an earlier stream. */
  readonly lastEventId: string | undefined;
}

/**
 * A handler that needs an external system: `request` reads what it has to send and sends it, and `record` writes the
 * result in one database transaction. Workers work the same way. `discard` undoes the request if the call is refused; `asks` says
 * whether a call needs it.
 */
export function afterRequest<O extends OperationId, Response>(
  request: (call: ExternalCall<O>) => Promise<Response>,
  record: (call: Call<O>, response: Response) => Promise<Outcome<O>>,
  beside: {
    readonly discard?: (call: ExternalCall<O>, response: Response) => Promise<void>;
    readonly asks?: (call: ExternalCall<O>) => boolean;
  } = {},
): Handler<O> {
  // The response is that of the `request` above.
  const handler = (call: Call<O>) => record(call, call.response as Response);
  return Object.assign(handler, { request, ...beside } as Pick<Handler<O>, 'request' | 'discard' | 'asks'>);
}

/** The preparation of a handler. */
interface Preparation<O extends OperationId, Response, Read> {
  /** Whether this call needs the request. Without the request there is no response. */
  readonly asks?: (call: ExternalCall<O>) => boolean;
  readonly request?: (call: ExternalCall<O>) => Promise<Response>;
  /** What every call reads first, in one round trip with the stored response. */
  readonly reads: (call: Call<O>) => Promise<Read>;
}

/** A handler in the path of a payment, with as few round trips as possible. */
export function prepared<O extends OperationId, Response, Read>(
  preparation: Preparation<O, Response, Read>,
  handle: (call: Call<O>, read: Read, response: Response | undefined) => Promise<Outcome<O>>,
): Handler<O> {
  // Both are those of the `preparation` above.
  const handler = (call: Call<O>) => handle(call, call.read as Read, call.response as Response | undefined);
  return Object.assign(handler, preparation);
}

export function refuse<Code extends ErrorCode>(
  code: Code,
  reason: string,
  details?: DetailsOf<NoInfer<Code>>,
): Refusal<Code> {
  return details === undefined ? { code, reason } : { code, reason, details };
}

/** A refusal that commits the attempt. The writes of every other refusal are undone. */
export function recorded<Code extends ErrorCode>(refusal: Refusal<Code>): Refusal<Code> {
  return { ...refusal, keepsWrites: true };
}

export function isRefusal<Code extends ErrorCode>(outcome: object | Refusal<Code>): outcome is Refusal<Code> {
  return 'code' in outcome && 'reason' in outcome;
}

function namesOf(errors: readonly FieldError[]): string {
  return [...new Set(errors.map((error) => error.field))].join(', ');
}

/** 400 INVALID_INPUT with every bad field at once. */
export function refuseFields(errors: readonly FieldError[]): Refusal<'INVALID_INPUT'> {
  return refuse('INVALID_INPUT', `Correct ${namesOf(errors)} and send the request again.`, { errors });
}

/** The same, or `undefined` without errors. */
export function refuseFieldErrors(errors: readonly FieldError[]): Refusal<'INVALID_INPUT'> | undefined {
  return errors.length === 0 ? undefined : refuseFields(errors);
}

/** The codes whose details name fields. */
type FieldCode = { [Code in ErrorCode]: 'errors' extends ErrorDetailOf<Code> ? Code : never }[ErrorCode];

/** Merges refusals with field errors into one: the code of the first, and the fields of all. */
export function mergeRefusals<Code extends FieldCode>(
  refusals: readonly (Refusal<Code> | undefined)[],
): Refusal<Code> | undefined {
  const [first, ...others] = refusals.filter((refusal) => refusal !== undefined);
  if (first === undefined || others.length === 0) return first;
  const told = fieldsOf(first);
  const more = others.flatMap(fieldsOf).filter(({ field }) => !told.some((error) => error.field === field));
  if (more.length === 0) return first;
  const errors = [...told, ...more];
  const reason =
    first.code === 'INVALID_INPUT' ? refuseFields(errors).reason : `${first.reason} Correct ${namesOf(more)} as well.`;
  return { ...first, reason, details: { ...first.details, errors } as DetailsOf<Code> };
}

function fieldsOf({ details }: Refusal<FieldCode>): readonly FieldError[] {
  return (details?.errors ?? []) as readonly FieldError[];
}
