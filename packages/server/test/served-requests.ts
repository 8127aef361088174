import { type OperationId, operationTable } from '@payments-platform/types';
import { type Example, type Json, loadSpecification, type Parameter } from '@payments-platform/types/spec';
import { newConnectedAgent } from './agents.ts';
import { basicAuthorization } from './caller.ts';
import { newCustomerId } from './customers.ts';
import type { TestServer } from './test-server.ts';

const { paths, components } = loadSpecification();

/** A served operation with the specification's data about its requests. */
export interface ServedRequest {
  readonly id: OperationId;
  /** Whether only agents may call it. */
  readonly isOfAgents: boolean;
  readonly method: string;
  /** With its braces. */
  readonly template: string;
  /** With the ids of the examples, which do not exist on a fresh platform, and the required query. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly mediaType: string | undefined;
  readonly requiresBody: boolean;
  readonly bodies: readonly Json[];
  /** The codes it declares for 400. */
  readonly codes: readonly string[];
}

function resolved<T extends object>(given: T & { readonly $ref?: string }, all: Readonly<Record<string, T>> = {}): T {
  return given.$ref === undefined ? given : (all[given.$ref.split('/').at(-1) ?? ''] ?? given);
}

function fill(template: string, parameters: readonly Parameter[]): string {
  const exampleOf = (name: string): string =>
    encodeURIComponent(String(parameters.find((parameter) => parameter.name === name)?.example ?? 'x'));
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required === true);
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(name));
  return query.length === 0 ? path : `${path}?${query.map(({ name }) => `${name}=${exampleOf(name)}`).join('&')}`;
}

export const servedRequests: readonly ServedRequest[] = Object.entries(operationTable).map(([id, row]) => {
  const item = paths[row.path];
  const operation = item?.[row.method.toLowerCase() as 'post'];
  const parameters = [...(item?.parameters ?? []), ...(operation?.parameters ?? [])].map((parameter) =>
    resolved<Parameter>(parameter, components?.parameters),
  );
  const [mediaType, media] = Object.entries(operation?.requestBody?.content ?? {})[0] ?? [];
  const examples = Object.values(media?.examples ?? {}).map((example) =>
    resolved<Example>(example, components?.examples),
  );
  return {
    id: id as OperationId,
    isOfAgents: (row.security as readonly string[]).includes('AgentAuth'),
    method: row.method,
    template: row.path,
    path: fill(row.path, parameters),
    parameters,
    mediaType,
    requiresBody: operation?.requestBody?.required === true,
    bodies: examples.flatMap(({ value }) => (value === undefined ? [] : [value])),
    codes: (row.errorCodes as Readonly<Record<string, readonly string[]>>)['400'] ?? [],
  };
});

/** The `Authorization` of a caller who may send a request. */
export type AuthorizationFor = (request: ServedRequest) => { readonly authorization: string };

export async function authorizationsOf(server: TestServer): Promise<AuthorizationFor> {
  const { accessToken } = await newConnectedAgent(server, await newCustomerId(server));
  const { tokenId, tokenSecret } = server.credentials;
  return ({ isOfAgents }) => ({
    authorization: isOfAgents ? `Bearer ${accessToken}` : basicAuthorization(tokenId, tokenSecret),
  });
}

/** Copies of the value, one for each text in it, with `change` applied to that text. */
export function* changedTexts(value: Json, change: (text: string) => string): Generator<Json> {
  if (typeof value === 'string') yield change(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    for (const changed of changedTexts(member as Json, change)) {
      if (Array.isArray(value)) yield value.with(Number(name), changed);
      else yield { ...value, [name]: changed };
    }
  }
}
