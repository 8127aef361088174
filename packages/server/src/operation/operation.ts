import type { ErrorCode, ErrorCodeOf, OperationId, operations } from '@payments-platform/types';
import type { UploadedFile } from '../engines/files/uploaded-file.ts';
import type { FeedChoice } from '../engines/live-feed/follower.ts';
import type { Instant } from '../ground/clock/instant.ts';
import type { FieldError } from '../ground/specification/field-error.ts';
import type { Sound } from '../ground/specification/sound-part.ts';
import type { WorkContext } from './deps.ts';
import type { EnvironmentRules } from './ports/environment-rules.ts';

/** Who calls: one platform in one environment, through one API token, or an agent of it. */
export interface Caller {
  readonly tenant: number;
  readonly environment: 'SANDBOX' | 'PRODUCTION';
  /** What one caller is told apart from another by. */
  readonly tokenId: string;
  /** Those of an API token; an agent has none of them. */
  readonly permissions: readonly Permission[];
  /** Only where an agent calls. */
  readonly agentId?: string;
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
/** Text parts as the specification has them; the file is stored already. */
type FormOf<F> = Omit<F, 'file'> & { readonly file: UploadedFile };

/** A request that has passed the specification. */
export interface Input<O extends OperationId> {
  readonly path: Part<ParametersOf<O>, 'path'>;
  readonly query: Part<ParametersOf<O>, 'query'>;
  readonly body: BodyOf<O>;
}

/** What the device of a customer signed a request with, as it came: nothing of it has been checked. */
export interface WalletHeaders {
  /** `Service-Wallet-Signature` */
  readonly signature: string | undefined;
  /** `Request-Id` */
  readonly requestId: string | undefined;
}

/** What tells a repeat of a request from another one, both hashed. */
export interface RequestKey {
  readonly key: string;
  readonly fingerprint: string;
}

/** What a handler works with. */
export interface Call<O extends OperationId> extends WorkContext {
  readonly input: Input<O>;
  readonly caller: Caller;
  readonly walletHeaders: WalletHeaders;
  /** Whether the caller asks for CSV, of an operation that has it. */
  readonly wantsCsv: boolean;
  /** That of its `Idempotency-Key`, where there is one. */
  readonly requestKey: RequestKey | undefined;
  /** What the request of the handler brought, where it makes one first. */
  readonly response?: unknown;
  /** What its preparation has read. */
  readonly read?: unknown;
}

/** The same while no database transaction is open. */
export type ExternalCall<O extends OperationId> = Omit<Call<O>, 'unit' | 'response' | 'read'>;

/** A table as text, line by line; it is read as far as the caller takes it. */
export interface Csv {
  readonly fileName: string;
  /** Each with its end. */
  readonly lines: AsyncIterable<string>;
}

type Responses<O extends OperationId> = operations[O]['responses'];
type JsonOf<R> = R extends { readonly content: { readonly 'application/json': infer J } } ? J : undefined;

type CsvOf<R, S> = R extends { readonly content: { readonly 'text/csv': string } }
  ? { readonly status: S; readonly body: undefined; readonly csv: Csv }
  : never;

/** Every success the specification gives the operation, each with its own body. */
export type Success<O extends OperationId> = {
  [S in keyof Responses<O> & (200 | 201 | 202 | 204)]:
    | { readonly status: S; readonly body: JsonOf<Responses<O>[S]> }
    | CsvOf<Responses<O>[S], S>;
}[keyof Responses<O> & (200 | 201 | 202 | 204)];

/** A refusal is a value: its code alone decides the status (see the error table). */
export interface Refusal<Code extends ErrorCode = ErrorCode> {
  readonly code: Code;
  /** One sentence that says what is wrong and what to do next. */
  readonly reason: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** When a repeat may succeed, for codes that ask to wait. */
  readonly retryAfterSeconds?: number;
  /** What was written before the refusal stays: a wrong code has to be counted although it is refused. */
  readonly keepsWrites?: true;
}

/** A handler can only return codes that the specification lists for its operation. */
export type Outcome<O extends OperationId> = Success<O> | RefusalOf<O>;
type RefusalOf<O extends OperationId> = Refusal<Extract<ErrorCodeOf<O>, ErrorCode>>;
export interface Handler<O extends OperationId> {
  (call: Call<O>): Promise<Outcome<O>>;
  /** Sends a request to an external system, while no database transaction is open; `afterRequest` adds it. */
  readonly request?: (call: ExternalCall<O>) => Promise<unknown>;
  /** Takes back what the request brought where the call is refused; `afterRequest` adds it. */
  readonly discard?: (call: ExternalCall<O>, response: unknown) => Promise<void>;
  /** Whether this call needs the request; every one does where it is left out. */
  readonly asks?: (call: ExternalCall<O>) => boolean;
  /** What it reads first, where that is read along with the stored answer; `prepared` adds it. */
  readonly reads?: (call: Call<O>) => Promise<unknown>;
  /** What is wrong with the fields of a body that the specification refuses already; `withFieldRules` adds it. */
  readonly fieldRules?: FieldRules<O>;
}

/** What rules on fields may know beside the fields. */
export interface FieldSurroundings {
  readonly now: Instant;
  /** Real time, whatever the clock of the platform shows. */
  readonly realNow: Instant;
  readonly rules: EnvironmentRules;
}

/** Rules on the fields of a body that no schema can say and that need nothing but the body. */
export type FieldRules<O extends OperationId> = (
  body: Sound<BodyOf<O>>,
  surroundings: FieldSurroundings,
) => readonly FieldError[];

/**
 * A handler whose rules on fields are also asked about the sound part of a body that the specification refuses, so that
 * one refusal lists all that is wrong. A body that passes the specification is judged by the handler alone.
 */
export function withFieldRules<O extends OperationId>(fieldRules: FieldRules<O>, handler: Handler<O>): Handler<O> {
  return Object.assign(handler, { fieldRules });
}

/** For operations that wait for external systems: no database transaction is open while they run. */
export type ExternalHandler<O extends OperationId> = (call: ExternalCall<O>) => Promise<Outcome<O>>;

/** For operations whose answer goes on: it says what is to be told, or refuses. The door does the telling. */
export type StreamHandler<O extends OperationId> = (call: StreamCall<O>) => Promise<FeedChoice | RefusalOf<O>>;
export interface StreamCall<O extends OperationId> extends ExternalCall<O> {
  /** What a caller sends who was told a part of it before. */
  readonly lastEventId: string | undefined;
}

/**
 * A handler that needs something of an external system: `request` reads what it has to send and sends it, `record`
 * writes what came of it in one database transaction. A worker does the same with what is due. `discard` takes back what
 * came of the request where the call is refused.
 */
export function afterRequest<O extends OperationId, Response>(
  request: (call: ExternalCall<O>) => Promise<Response>,
  record: (call: Call<O>, response: Response) => Promise<Outcome<O>>,
  discard?: (call: ExternalCall<O>, response: Response) => Promise<void>,
): Handler<O> {
  // The response is that of the request beside it.
  const handler = (call: Call<O>) => record(call, call.response as Response);
  return Object.assign(handler, { request, ...(discard && { discard }) } as Pick<Handler<O>, 'request' | 'discard'>);
}

/** What is done before a handler that can be prepared for. */
interface Preparation<O extends OperationId, Response, Read> {
  /** Whether this call needs the request; it is not made for the others, which have no response. */
  readonly asks?: (call: ExternalCall<O>) => boolean;
  readonly request?: (call: ExternalCall<O>) => Promise<Response>;
  /** Reads what every call begins with, in one round trip with the look for a stored answer. */
  readonly reads: (call: Call<O>) => Promise<Read>;
}

/** A handler on the way of a payment, which waits as seldom as it can. */
export function prepared<O extends OperationId, Response, Read>(
  preparation: Preparation<O, Response, Read>,
  handle: (call: Call<O>, read: Read, response: Response | undefined) => Promise<Outcome<O>>,
): Handler<O> {
  // Both are those of the preparation beside it.
  const handler = (call: Call<O>) => handle(call, call.read as Read, call.response as Response | undefined);
  return Object.assign(handler, preparation);
}

export function refuse<Code extends ErrorCode>(
  code: Code,
  reason: string,
  details?: Readonly<Record<string, unknown>>,
): Refusal<Code> {
  return details === undefined ? { code, reason } : { code, reason, details };
}

/** The refusal of an attempt that is put on record: everything else that refuses is undone. */
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

/** The same where perhaps none is bad. */
export function refuseBroken(errors: readonly FieldError[]): Refusal<'INVALID_INPUT'> | undefined {
  return errors.length === 0 ? undefined : refuseFields(errors);
}

/** One refusal for all that name fields: it has the code of the first, and the fields of every one. */
export function refuseTogether<Code extends ErrorCode>(
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
  return { ...first, reason, details: { ...first.details, errors } };
}

function fieldsOf({ details }: Refusal): readonly FieldError[] {
  return (details?.['errors'] ?? []) as readonly FieldError[];
}
