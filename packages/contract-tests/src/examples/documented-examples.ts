import {
  type Example,
  type Json,
  loadSpecification,
  type Operation,
  type Response,
  type Schema,
} from '@payments-platform/types/spec';

/** An example of a body, and the schemas that describe it. */
export interface DocumentedExample {
  readonly name: string;
  readonly value: Json;
  readonly schema: Schema;
}

const { components, paths, webhooks } = loadSpecification();

function resolved<T extends object>(given: T & { readonly $ref?: string }, all: Readonly<Record<string, T>> = {}): T {
  return given.$ref === undefined ? given : (all[given.$ref.split('/').at(-1) ?? ''] ?? given);
}

type Content = Response['content'];

function examplesIn(content: Content = {}): DocumentedExample[] {
  return Object.entries(content).flatMap(([type, { schema, examples = {} }]) => {
    if (schema === undefined || !/json|form-data/.test(type)) return [];
    return Object.entries(examples).flatMap(([name, example]) => {
      const { value } = resolved<Example>(example, components?.examples);
      return value === undefined ? [] : [{ name, value, schema }];
    });
  });
}

/** Every operation of the specification by its id. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.values(paths)
    .flatMap(({ get, post, put, patch, delete: remove }) => [get, post, put, patch, remove])
    .flatMap((operation) =>
      operation?.operationId === undefined ? [] : [[operation.operationId, operation] as const],
    ),
);

/** The examples of the request bodies of an operation. */
export function requestExamples(operationId: string): DocumentedExample[] {
  return examplesIn(operations.get(operationId)?.requestBody?.content);
}

function answerOf(operationId: string, status: number | string): Response | undefined {
  const answer = operations.get(operationId)?.responses?.[String(status)];
  return answer === undefined ? undefined : resolved<Response>(answer, components?.responses);
}

export function answerSchema(operationId: string, status: number): Schema | undefined {
  return answerOf(operationId, status)?.content?.['application/json']?.schema;
}

/** The examples of the successes of an operation. */
export function successExamples(operationId: string): DocumentedExample[] {
  const statuses = Object.keys(operations.get(operationId)?.responses ?? {}).filter((status) => status.startsWith('2'));
  return statuses.flatMap((status) => examplesIn(answerOf(operationId, status)?.content));
}

function constOf(schema: Schema): Json | undefined {
  const target = schema.$ref === undefined ? schema : components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''];
  return target?.properties?.type?.const ?? target?.allOf?.map(constOf).find((type) => type !== undefined);
}

/** The schema of each event by its type, and its examples. */
export const events: ReadonlyMap<string, { readonly schema: Schema; readonly examples: DocumentedExample[] }> = new Map(
  Object.values(webhooks ?? {}).flatMap(({ post }) => {
    const content = post?.requestBody?.content;
    const schema = content?.['application/json']?.schema;
    return schema === undefined ? [] : [[String(constOf(schema)), { schema, examples: examplesIn(content) }] as const];
  }),
);

/** Tells which example a request sends: `createQuote inOneRequest`. No server reads it. */
export const exampleHeader = 'example-request';

/** The examples of all request bodies, as `exampleHeader` names them. */
export function allRequestExamples(): string[] {
  return [...operations.keys()].flatMap((id) => requestExamples(id).map(({ name }) => `${id} ${name}`));
}
