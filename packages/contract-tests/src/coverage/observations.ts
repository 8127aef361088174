import { type OperationId, operationTable } from '@payments-platform/types';
import type { Json } from '@payments-platform/types/spec';
import { exampleHeader } from '../examples/documented-examples.ts';
import type { Recorded } from '../examples/recorded-answers.ts';
import { refusalProblem, responseProblem } from '../specification/schema-checks.ts';

/** The observations: operation → status → error codes, and the types of the events that arrived. */
export interface Observations {
  readonly operations: Map<string, Map<number, Set<string>>>;
  readonly events: Set<string>;
  /** The successes and the events, if the examples will be compared with them. */
  readonly recorded: Recorded | undefined;
  /** The examples of requests that were sent. */
  readonly sentExamples: Set<string>;
}

export function createObservations(recorded?: Recorded): Observations {
  return { operations: new Map(), events: new Set(), recorded, sentExamples: new Set() };
}

interface Route {
  readonly operationId: OperationId;
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
}

/** Fixed paths first: `/customers/end-user-terms` is not a customer. */
const routes: readonly Route[] = Object.entries(operationTable)
  .map(([operationId, { method, path }]) => ({
    operationId: operationId as OperationId,
    method,
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .sort((a, b) => placeholders(a.path) - placeholders(b.path));

function placeholders(path: string): number {
  return path.split('{').length;
}

/**
 * Wraps a fetch: every response is validated against the specification and counted. An invalid response fails the
 * request, and with it the scenario.
 */
export function observing(observations: Observations, baseUrl: string): (request: Request) => Promise<Response> {
  const { pathname: basePath } = new URL(baseUrl);
  return async (request) => {
    const response = await fetch(request);
    observations.sentExamples.add(request.headers.get(exampleHeader) ?? '');
    const { pathname } = new URL(request.url);
    const type = response.headers.get('content-type') ?? undefined;
    // A streamed response is read by its scenario.
    const isStream = type?.startsWith('text/event-stream') === true;
    const text = isStream ? '' : await response.clone().text();
    const isJson = type?.includes('json') === true;
    const body: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : text;
    const path = pathname.slice(basePath.length);
    const route = routes.find(({ method, pattern }) => method === request.method && pattern.test(path));
    const problem = isStream
      ? undefined
      : route === undefined
        ? refusalProblem(response.status, body)
        : responseProblem(route.path, route.method, response.status, body, type);
    if (problem !== undefined)
      throw new Error(
        `${request.method} ${path} answered ${response.status} against the specification: ${problem}\n${text}`,
      );
    if (route !== undefined) count(observations, route.operationId, response.status, body);
    return response;
  };
}

function count({ operations, recorded }: Observations, operationId: string, status: number, body: unknown): void {
  const statuses = operations.get(operationId) ?? new Map<number, Set<string>>();
  operations.set(operationId, statuses);
  const codes = statuses.get(status) ?? new Set<string>();
  statuses.set(status, codes);
  if (status < 300 && typeof body === 'object') recorded?.answer(operationId, status, body as Json);
  // A success may have its own `code` field.
  if (status < 400 || typeof body !== 'object' || body === null) return;
  if ('code' in body && typeof body.code === 'string') codes.add(body.code);
}
