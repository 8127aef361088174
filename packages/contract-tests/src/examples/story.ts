import { type OperationId, operationTable } from '@payments-platform/types';
import type { Json } from '@payments-platform/types/spec';
import type { StatefulPlatform } from '../targets/target.ts';
import { isObject } from './described-objects.ts';
import { exampleHeader, requestExamples, successExamples } from './documented-examples.ts';

/** Sends the requests of examples to a server, with its own ids in the place of those of the examples. */
export interface Story {
  readonly platform: StatefulPlatform;
  /** From an id, or another text of an example, to that of the server. */
  readonly cast: Map<string, string>;
}

export interface Line {
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

function replaced(cast: ReadonlyMap<string, string>, value: Json): Json {
  if (typeof value === 'string') return cast.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item: Json) => replaced(cast, item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(cast, member)]));
}

/** Learns the ids of the server from an answer, at the places where its example has ids. */
export function learn(cast: Map<string, string>, example: Json | undefined, live: Json | undefined): void {
  if (typeof example === 'string' && typeof live === 'string') {
    if (id.test(example) && id.test(live)) cast.set(example, live);
  } else if (Array.isArray(example) && Array.isArray(live)) {
    for (const [index, item] of example.entries()) learn(cast, item, live[index]);
  } else if (isObject(example) && isObject(live)) {
    for (const [name, member] of Object.entries(example)) learn(cast, member, live[name]);
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

export function newStory(platform: StatefulPlatform): Story {
  return { platform, cast: new Map() };
}

/** What an answer has at a place: `field(page, 'data', '0', 'id')`. */
export function field(value: Json, ...steps: readonly string[]): Json {
  return steps.reduce<Json>((found, step) => (found as Readonly<Record<string, Json>> | null)?.[step] ?? null, value);
}

export async function play(story: Story, operationId: OperationId, line: Line = {}): Promise<Json> {
  const { platform, cast } = story;
  const { method, path } = operationTable[operationId];
  const example = requestExamples(operationId).find(({ name }) => name === line.request);
  if (line.request !== undefined && example === undefined) throw new Error(`${operationId} has no ${line.request}`);
  const value = example === undefined ? line.fields : replaced(cast, example.value);
  const content =
    value === undefined ? undefined : contentOf(operationId, isObject(value) ? { ...value, ...line.fields } : value);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(line.path?.[name] ?? name));
  const query = line.query === undefined ? '' : `?${new URLSearchParams(line.query)}`;
  count += 1;
  const response = await platform.send({
    method,
    path: `${filled}${query}`,
    headers: {
      'idempotency-key': `example-${count}`,
      ...(line.request !== undefined && { [exampleHeader]: `${operationId} ${line.request}` }),
      ...(content && { 'content-type': content.type }),
      ...line.headers,
    },
    ...(content && { body: content.body }),
  });
  const text = await response.text();
  const live = text === '' ? null : (JSON.parse(text) as Json);
  const code = isObject(live) && response.status >= 400 ? String(live['code']) : undefined;
  if (code !== line.refusal) throw new Error(`${operationId} ${line.request}: ${response.status} ${text}`);
  learn(cast, successExamples(operationId).find(({ name }) => name === line.answer)?.value, live);
  return live;
}
