import type {
  Header,
  MediaType,
  RequestBody,
  Response,
  Schema,
  Specification,
} from '../../../types/src/specification.ts';
import { methods } from '../../../types/src/specification.ts';
import type { DocumentPath } from './rule.ts';

export interface SchemaPlace {
  readonly path: DocumentPath;
  readonly schema: Schema;
  /** The name of the property, if the schema is one. */
  readonly property?: string;
}

export interface MediaTypePlace {
  readonly path: DocumentPath;
  readonly mediaType: MediaType;
}

export interface HeaderPlace {
  readonly path: DocumentPath;
  readonly header: Header;
}

type Children = readonly (readonly [DocumentPath, Schema | undefined, string?])[];

function childrenOf(schema: Schema): Children {
  const { properties = {}, items, additionalProperties, not } = schema;
  return [
    ...Object.entries(properties).map(([name, child]) => [['properties', name], child, name] as const),
    ...(['allOf', 'anyOf', 'oneOf'] as const).flatMap((keyword) =>
      (schema[keyword] ?? []).map((child, index) => [[keyword, index], child] as const),
    ),
    [['items'], items],
    [['not'], not],
    [['additionalProperties'], typeof additionalProperties === 'object' ? additionalProperties : undefined],
  ];
}

function* walk(path: DocumentPath, schema: Schema | undefined, property?: string): Generator<SchemaPlace> {
  if (schema === undefined) return;
  yield property === undefined ? { path, schema } : { path, schema, property };
  for (const [step, child, name] of childrenOf(schema)) yield* walk([...path, ...step], child, name);
}

function contentOf(path: DocumentPath, body: RequestBody | Response | undefined): MediaTypePlace[] {
  return Object.entries(body?.content ?? {}).map(([type, mediaType]) => ({
    path: [...path, 'content', type],
    mediaType,
  }));
}

function bodiesOf(specification: Specification): (readonly [DocumentPath, RequestBody | Response | undefined])[] {
  const { responses = {}, requestBodies = {} } = specification.components ?? {};
  const items = (['paths', 'webhooks'] as const).flatMap((kind) =>
    Object.entries(specification[kind] ?? {}).flatMap(([name, item]) =>
      methods.flatMap((method) => {
        const path: DocumentPath = [kind, name, method];
        const found = Object.entries(item[method]?.responses ?? {});
        return [
          [[...path, 'requestBody'], item[method]?.requestBody] as const,
          ...found.map(([status, response]) => [[...path, 'responses', status], response] as const),
        ];
      }),
    ),
  );
  return [
    ...Object.entries(responses).map(([name, response]) => [['components', 'responses', name], response] as const),
    ...Object.entries(requestBodies).map(([name, body]) => [['components', 'requestBodies', name], body] as const),
    ...items,
  ];
}

/** Every request and response body, of operations, of webhooks and of components. */
export function mediaTypesOf(specification: Specification): MediaTypePlace[] {
  return bodiesOf(specification).flatMap(([path, body]) => contentOf(path, body));
}

/** Every parameter and every response header. */
export function headersOf(specification: Specification): HeaderPlace[] {
  const { parameters = {}, headers = {} } = specification.components ?? {};
  const own = Object.entries(specification.paths).flatMap(([urlPath, item]) => [
    ...(item.parameters ?? []).map((header, index) => ({ path: ['paths', urlPath, 'parameters', index], header })),
    ...methods.flatMap((method) =>
      (item[method]?.parameters ?? []).map((header, index) => ({
        path: ['paths', urlPath, method, 'parameters', index],
        header,
      })),
    ),
  ]);
  const inResponses = bodiesOf(specification).flatMap(([path, body]) =>
    Object.entries(body !== undefined && 'headers' in body ? (body.headers ?? {}) : {}).map(([name, header]) => ({
      path: [...path, 'headers', name],
      header,
    })),
  );
  return [
    ...Object.entries(parameters).map(([name, header]) => ({ path: ['components', 'parameters', name], header })),
    ...Object.entries(headers).map(([name, header]) => ({ path: ['components', 'headers', name], header })),
    ...own,
    ...inResponses,
  ];
}

/** Every schema of the document at any depth, without duplicates. References are not followed. */
export function* schemasOf(specification: Specification): Generator<SchemaPlace> {
  for (const [name, schema] of Object.entries(specification.components?.schemas ?? {})) {
    yield* walk(['components', 'schemas', name], schema);
  }
  for (const { path, mediaType } of mediaTypesOf(specification)) yield* walk([...path, 'schema'], mediaType.schema);
  for (const { path, header } of headersOf(specification)) yield* walk([...path, 'schema'], header.schema);
}
