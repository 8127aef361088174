import { type OperationId, operationTable } from '@payments-platform/types';
import type { Json } from '@payments-platform/types/spec';
import type { StatefulPlatform } from '../targets/target.ts';
import { isObject } from './described-objects.ts';
import { exampleHeader, requestExamples, successExamples } from './documented-examples.ts';

/** Sends the requests of examples to a server, with its own ids in the place of those of the examples. */
export interface ExampleSession {
  readonly platform: StatefulPlatform;
  /** From an id, or another text of an example, to that of the server. */
  readonly ids: Map<string, string>;
}

export interface CallOptions {
  readonly request?: string | undefined;
  /** The example of the answer, which tells the ids of the server. */
  readonly answer?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields that only the server can tell, such as the id of a challenge. */
  readonly fields?: Readonly<Record<string, Json>>;
  /** The refusal that the description of the example states; otherwise the request is accepted. */
  readonly refusal?: string;
}

const id = /^[A-Z]\w+:[0-9a-f-]{36}$/;

function replaced(ids: ReadonlyMap<string, string>, value: Json): Json {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item: Json) => replaced(ids, item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(ids, member)]));
}

/** Learns the ids of the server from an answer, at the places where its example has ids. */
function learnIds(ids: Map<string, string>, example: Json | undefined, live: Json | undefined): void {
  if (typeof example === 'string' && typeof live === 'string') {
    if (id.test(example) && id.test(live)) ids.set(example, live);
  } else if (Array.isArray(example) && Array.isArray(live)) {
    for (const [index, item] of example.entries()) learnIds(ids, item, live[index]);
  } else if (isObject(example) && isObject(live)) {
    for (const [name, member] of Object.entries(example)) learnIds(ids, member, live[name]);
  }
}

function contentOf(operationId: OperationId, value: Json): { body: string; type: string } {
  if (operationTable[operationId].formMaxBytes === null || !isObject(value))
    return { body: JSON.stringify(value), type: 'application/json' };
  const parts = Object.entries(value).map(([name, member]) => {
    const isFile = name === 'file';
    const text = isFile && operationId !== 'uploadCustomersCsv' ? '%PDF-1.7\n' : String(member);
    const file = isFile ? '; filename="a.pdf"\r\ncontent-type: application/pdf' : '';
    return `--boundary\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`;
  });
  return { body: `${parts.join('')}--boundary--\r\n`, type: 'multipart/form-data; boundary=boundary' };
}

let count = 0;

export function newSession(platform: StatefulPlatform): ExampleSession {
  return { platform, ids: new Map() };
}

/** What an answer has at a place: `field(page, 'data', '0', 'id')`. */
export function field(value: Json, ...steps: readonly string[]): Json {
  return steps.reduce<Json>((found, step) => (found as Readonly<Record<string, Json>> | null)?.[step] ?? null, value);
}

/** The same, of a text. */
export function text(value: Json, ...steps: readonly string[]): string {
  return String(field(value, ...steps));
}

export async function call(
  session: ExampleSession,
  operationId: OperationId,
  options: CallOptions = {},
): Promise<Json> {
  const { platform, ids } = session;
  const { method, path } = operationTable[operationId];
  const example = requestExamples(operationId).find(({ name }) => name === options.request);
  if (options.request !== undefined && example === undefined)
    throw new Error(`${operationId} has no ${options.request}`);
  const value = example === undefined ? options.fields : replaced(ids, example.value);
  const content =
    value === undefined ? undefined : contentOf(operationId, isObject(value) ? { ...value, ...options.fields } : value);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(options.path?.[name] ?? name));
  const query = options.query === undefined ? '' : `?${new URLSearchParams(options.query)}`;
  count += 1;
  const response = await platform.send({
    method,
    path: `${filled}${query}`,
    headers: {
      'idempotency-key': `example-${count}`,
      ...(options.request !== undefined && { [exampleHeader]: `${operationId} ${options.request}` }),
      ...(content && { 'content-type': content.type }),
      ...options.headers,
    },
    ...(content && { body: content.body }),
  });
  const received = await response.text();
  const live = received === '' ? null : (JSON.parse(received) as Json);
  const code = isObject(live) && response.status >= 400 ? String(live['code']) : undefined;
  if (code !== options.refusal) throw new Error(`${operationId} ${options.request}: ${response.status} ${received}`);
  learnIds(ids, successExamples(operationId).find(({ name }) => name === options.answer)?.value, live);
  return live;
}
