import { Readable } from 'node:stream';
import { type OperationId, operationTable } from '@payments-platform/types';
import type { DueWork } from '../engines/due-work/due-work.ts';
import { PlatformTurns } from '../engines/due-work/platform-turns.ts';
import { settlePlatform } from '../engines/due-work/settle-platform.ts';
import { parseJson } from '../ground/json/json-text.ts';
import { type RequestParts, validators } from '../ground/specification/specification-validators.ts';
import type { ServerDeps } from '../operation/deps.ts';
import type { InnerCaller, InnerFile, InnerRequest, InnerRequests } from '../operation/inner-requests.ts';
import { type Caller, isRefusal, type Refusal, refuseFields, type Success } from '../operation/operation.ts';
import { type Admission, findCaller, refuseCaller } from './admit-caller.ts';
import { keyedRequest } from './idempotency.ts';
import { ignoredFields, lineOf } from './ignored-fields.ts';
import { receiveForm } from './receive-form.ts';
import {
  keyMismatch,
  type Reply,
  refusalReply,
  runExternal,
  runRead,
  runWrite,
  type ServedOperations,
} from './run-operation.ts';

export interface InnerOptions {
  readonly deps: ServerDeps;
  readonly operations: ServedOperations;
  /** The automatic work, apart from webhooks. */
  readonly kinds: readonly DueWork<ServerDeps>[];
  readonly onBug: (error: unknown) => void;
  readonly afterCommit: () => void;
}

/** How many sandbox requests of a platform that make data may wait for their turn. */
const mostWaiting = 16;

interface OperationRow extends Admission {
  readonly method: string;
  readonly idempotent: string;
  readonly formMaxBytes: number | null;
}

/** A request of any operation. The types of recipes have checked it. */
interface AnyRequest {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly key?: string;
}

/** A form and its file. */
interface FormBody extends Readonly<Record<string, unknown>> {
  readonly file: InnerFile;
}

/** An address without callers, so that limits by address count inner requests separately. */
const nowhere = '0.0.0.0';

export function createInnerRequests(options: () => InnerOptions): InnerRequests {
  const turns = new PlatformTurns(mostWaiting);
  return {
    ask: createAsk(options),
    settle: (tenant) => {
      const { kinds, deps, onBug } = options();
      return settlePlatform(kinds, deps, onBug, tenant);
    },
    inTurn: (tenant, work) => turns.take(tenant, work),
  };
}

/** Makes requests inside the server. Each takes the same steps as one over HTTP after its credentials are checked. */
function createAsk(options: () => InnerOptions): InnerRequests['ask'] {
  return async <O extends OperationId>(by: InnerCaller, id: O, request: InnerRequest<O> = {}) => {
    const reply = await serve(options(), by, id, request as AnyRequest);
    if (reply.refusal !== undefined) return reply.refusal;
    const body = reply.body === '' ? undefined : parseJson(reply.body);
    // The handler's types have checked the body.
    return { status: reply.status, body } as Success<O>;
  };
}

async function serve(
  { deps, operations, afterCommit }: InnerOptions,
  by: InnerCaller,
  id: OperationId,
  request: AnyRequest,
): Promise<Reply> {
  const row: OperationRow = operationTable[id];
  const caller = await admit(deps, row, by, request);
  if (isRefusal(caller)) return refusalReply(caller);
  const input = await readInput(deps, row, caller, request);
  if (isRefusal(input)) return refusalReply(input);
  const wrong = refuseInput(deps, id, input.checked);
  if (wrong !== undefined) return refusalReply(wrong);
  const served = operations[id];
  if (served.kind === 'STREAM') throw new Error(`${id} is a stream, and is served over HTTP only`);
  const { tenant, tokenId, environment } = caller;
  const { key } = request;
  const run = {
    deps: deps.forCaller(tenant, environment),
    caller,
    input: input.given,
    walletHeaders: { signature: undefined, requestId: undefined },
    wantsCsv: false,
    handler: served.handler,
    keyed:
      row.idempotent === 'key' && key !== undefined
        ? keyedRequest({ tenant, tokenId, operationId: id, ...input.given, key })
        : undefined,
    mismatch: keyMismatch('CONFLICT'),
  };
  if (row.method === 'GET') return runRead(run);
  const reply = await (served.kind === 'EXTERNAL' ? runExternal(run) : runWrite(run));
  afterCommit();
  return reply;
}

async function admit(
  deps: ServerDeps,
  row: Admission,
  by: InnerCaller,
  { path }: AnyRequest,
): Promise<Caller | Refusal> {
  if ('tenant' in by && row.security.length > 0) return refuseCaller(row, by) ?? by;
  const { code = '' } = (path ?? {}) as { readonly code?: string };
  const authorization = 'accessToken' in by ? `Bearer ${by.accessToken}` : undefined;
  const admitted = await findCaller(deps, row, { authorization, address: nowhere, code });
  return 'caller' in admitted ? (admitted.refusal ?? admitted.caller) : admitted.refusal;
}

interface ReadInput {
  readonly given: RequestParts;
  /** The same body as the specification describes it, where a file has a name only. */
  readonly checked: RequestParts;
}

async function readInput(
  deps: ServerDeps,
  { formMaxBytes }: OperationRow,
  { tenant }: Caller,
  request: AnyRequest,
): Promise<ReadInput | Refusal> {
  const parts: RequestParts = { path: { ...request.path }, query: { ...request.query }, body: request.body };
  if (formMaxBytes === null) return { given: parts, checked: parts };
  const form = new FormData();
  const { file, ...fields } = request.body as FormBody;
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('file', new Blob([file.text]), file.name);
  const whole = new Response(form);
  const sent = await receiveForm(deps, tenant, {
    headers: { 'content-type': whole.headers.get('content-type') ?? '' },
    stream: Readable.from([await whole.bytes()]),
    maxBytes: formMaxBytes,
  });
  if (isRefusal(sent)) return sent;
  return {
    given: { ...parts, body: { ...sent.fields, file: sent.file } },
    checked: { ...parts, body: { ...sent.fields, file: file.name } },
  };
}

/** An unknown field in an inner request is a bug. In tests and development it must fail. */
function refuseInput({ settings }: ServerDeps, id: OperationId, input: RequestParts): Refusal | undefined {
  const errors = validators(id).request(input);
  if (errors.length > 0) return refuseFields(errors);
  const ignored = settings.checksResponses ? ignoredFields(id, input) : [];
  if (ignored.length > 0)
    throw new Error(`${id} was called by the server with fields that it does not know: ${lineOf(ignored)}`);
  return undefined;
}
