import { type OperationId, operationTable } from '@payments-platform/types';
import type { MediaType, Operation, Response, Schema } from '@payments-platform/types/spec';
import { parseJson } from '../../ground/json/json-text.ts';
import { type Redacted, redactor } from '../../ground/specification/redaction.ts';
import { specification } from '../../ground/specification/specification.ts';
import type { Exchange, FinishedRequest } from '../../operation/finished-request.ts';

/** The longest part of a body that is stored, in characters. */
const longestText = 8_000;
const mostResources = 10;

type Redact = ReturnType<typeof redactor>;

/** The redactors of one operation; each is created when it is first needed. */
interface Redactors {
  readonly query: Redact;
  readonly request: Redact | undefined;
  readonly answers: Map<number, Redact | undefined>;
}

const made = new Map<OperationId, Redactors>();

function operationOf(id: OperationId): { readonly operation: Operation; readonly item: Operation } {
  const { path, method } = operationTable[id];
  const item = specification().paths[path];
  const operation = item?.[method.toLowerCase() as 'post'];
  if (operation === undefined || item === undefined) throw new Error(`the specification has no operation ${id}`);
  return { operation, item: item as Operation };
}

function follow<T extends { readonly $ref?: string }>(named: Readonly<Record<string, T>> | undefined, part: T): T {
  if (part.$ref === undefined) return part;
  const found = named?.[part.$ref.slice(part.$ref.lastIndexOf('/') + 1)];
  if (found === undefined) throw new Error(`the specification has no ${part.$ref}`);
  return found;
}

function schemaIn(content: Readonly<Record<string, MediaType>> | undefined): Schema | undefined {
  const [media] = Object.values(content ?? {});
  return media?.schema;
}

function redactorsOf(id: OperationId): Redactors {
  const known = made.get(id);
  if (known !== undefined) return known;
  const { operation, item } = operationOf(id);
  const filters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
    .map((parameter) => follow(specification().components?.parameters, parameter))
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => {
      const isSensitive = parameter.schema?.['x-sensitive'] === true || isPersonalFilter(parameter.name);
      return [parameter.name, { ...parameter.schema, ...(isSensitive && { 'x-sensitive': true }) }] as const;
    });
  const body = schemaIn(operation.requestBody?.content);
  const fresh = {
    query: redactor({ type: 'object', properties: Object.fromEntries(filters) as Readonly<Record<string, Schema>> }),
    request: body && redactor(body),
    answers: new Map<number, Redact | undefined>(),
  };
  made.set(id, fresh);
  return fresh;
}

/** Query filters that identify a person. */
function isPersonalFilter(name: string): boolean {
  return /accountIdentifier|umaAddress|^idempotencyKey$|^name$/i.test(name);
}

function answerRedactor(id: OperationId, status: number): Redact | undefined {
  const { answers } = redactorsOf(id);
  if (answers.has(status)) return answers.get(status);
  const response: Response | undefined = operationOf(id).operation.responses?.[String(status)];
  const schema = response && schemaIn(follow(specification().components?.responses, response).content);
  const redact = schema && redactor(schema);
  answers.set(status, redact);
  return redact;
}

/** Whether the request has passed the specification, as far as its refusal shows. */
function hasPassed({ code, status }: FinishedRequest): boolean {
  return status < 500 && code !== 'INVALID_INPUT' && code !== 'INVALID_REQUEST_FORMAT';
}

/** Redacts the request and its response, and finds the resources that they concern. */
export function keep(
  finished: FinishedRequest,
  operationId: OperationId,
  { input, answer, idempotencyKey }: Exchange,
): { readonly exchange: string; readonly resourceIds: readonly string[] } {
  const { status } = finished;
  const isChecked = hasPassed(finished);
  const { query, request } = redactorsOf(operationId);
  const options = { longestText, freeText: isChecked ? ('MARKED' as const) : ('LEFT_OUT' as const) };
  const asked = hasMembers(input?.query) ? query(input?.query, options) : undefined;
  const sent = input?.body == null || request === undefined ? undefined : request(input.body, options);
  const said = answered(operationId, status, answer);
  const isCut = asked?.isCut === true || sent?.isCut === true || said?.isCut === true;
  const key = idempotencyKey === undefined ? '' : JSON.stringify(idempotencyKey);
  // JSON text has no line breaks, so the parts need no further quoting.
  const exchange = `${isCut ? '1' : ''}\n${key}\n${asked?.text ?? ''}\n${sent?.text ?? ''}\n${said?.text ?? ''}\n`;
  return { exchange, resourceIds: resourcesOf(finished, said?.ids ?? []) };
}

/** The resources in the path, and those in the response to a request that changed them. */
function resourcesOf({ path, method, status }: FinishedRequest, answered: Iterable<string>): readonly string[] {
  const inPath = path?.includes(':') ? path.split('/').filter((step) => step.includes(':')) : [];
  const isChange = method !== 'GET' && method !== 'HEAD' && status < 400;
  return [...new Set([...inPath, ...(isChange ? answered : [])])].slice(0, mostResources);
}

function answered(id: OperationId, status: number, answer: unknown): Redacted | undefined {
  // A response that is not JSON, such as a file, is not stored.
  const value = typeof answer === 'string' ? (/^[{[]/.test(answer) ? parseJson(answer) : undefined) : answer;
  if (value === undefined) return undefined;
  return answerRedactor(id, status)?.(value, { longestText, freeText: status >= 400 ? 'KEPT' : 'MARKED' });
}

function hasMembers(value: object | undefined): boolean {
  for (const _name in value) return true;
  return false;
}
