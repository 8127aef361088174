import { type AgentClient, ApiError, NoAnswerError, orThrow, type Result } from '@payments-platform/client';
import type { AgentTool, ToolArguments } from './agent-tool.ts';

/** A request, divided as in the specification. */
interface WireRequest {
  readonly params: Readonly<Record<'path' | 'query' | 'header', Record<string, unknown>>>;
  readonly body?: Record<string, unknown>;
}

/** The calls of the client without their types, because the tool is known only at runtime. */
type AnyCall = (path: string, request: WireRequest) => Promise<Result<unknown>>;

/** The result of a call: its data, a refusal, or an unknown effect. */
export type Called =
  | { readonly kind: 'SUCCESS'; readonly data: unknown; readonly isReplayed: boolean }
  | { readonly kind: 'REFUSAL'; readonly error: ApiError }
  | { readonly kind: 'UNKNOWN'; readonly error: ApiError | NoAnswerError };

function wireRequest(tool: AgentTool, given: ToolArguments, idempotencyKey: string | undefined): WireRequest {
  const params: Record<'path' | 'query' | 'header', Record<string, unknown>> = { path: {}, query: {}, header: {} };
  const body: Record<string, unknown> = {};
  for (const [name, { place, wireName }] of Object.entries(tool.arguments)) {
    const value = place === 'intent' ? idempotencyKey : given[name];
    if (value === undefined) continue;
    if (place === 'body') body[wireName] = value;
    else params[place === 'intent' ? 'header' : place][wireName] = value;
  }
  const hasBody = Object.values(tool.arguments).some(({ place }) => place === 'body');
  return { params, ...(hasBody && { body }) };
}

/** Calls the operation of a tool, and retries it where that is safe. */
export async function callOperation(
  client: AgentClient,
  tool: AgentTool,
  given: ToolArguments,
  idempotencyKey?: string,
): Promise<Called> {
  const call = client[tool.method] as AnyCall;
  return settled(call(tool.path, wireRequest(tool, given, idempotencyKey)));
}

/** After a status of 500 or more, or for a retry, the request may have taken effect. */
export async function settled(pending: Promise<Result<unknown>>): Promise<Called> {
  try {
    const outcome = await pending;
    const data = await orThrow(Promise.resolve(outcome));
    return { kind: 'SUCCESS', data, isReplayed: outcome.response.headers.has('Idempotent-Replayed') };
  } catch (error) {
    if (error instanceof NoAnswerError) return { kind: 'UNKNOWN', error };
    if (!(error instanceof ApiError)) throw error;
    const isUnknown = error.status >= 500 || error.status === 408 || error.mayHaveTakenEffect;
    return { kind: isUnknown ? 'UNKNOWN' : 'REFUSAL', error };
  }
}

/** What `argumentProblem` reads of a tool. */
interface Described {
  readonly name: string;
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> | undefined;
    readonly required?: readonly string[] | undefined;
  };
}

const scalars = new Set<unknown>(['string', 'integer', 'number', 'boolean']);

/** Which arguments are missing, unknown or wrong, in words; `undefined` if none is. The platform validates the rest. */
export function argumentProblem({ name, inputSchema }: Described, given: ToolArguments): string | undefined {
  const { properties = {}, required = [] } = inputSchema;
  const known = Object.keys(properties);
  const unknown = Object.keys(given).filter((argument) => !known.includes(argument));
  const missing = required.filter((argument) => given[argument] === undefined || given[argument] === '');
  // An object as a parameter of the query would become parameters with other names, which the platform ignores.
  const wrong = Object.entries(properties).filter(
    ([argument, { type }]) => scalars.has(type) && typeof (given[argument] ?? '') === 'object',
  );
  if (unknown.length === 0 && missing.length === 0 && wrong.length === 0) return undefined;
  return [
    `Nothing was sent: the arguments of ${name} are invalid.`,
    ...(missing.length > 0 ? [`Missing: ${missing.join(', ')}.`] : []),
    ...(unknown.length > 0
      ? [`Unknown: ${unknown.join(', ')}; it accepts ${known.join(', ') || 'no arguments'}.`]
      : []),
    ...wrong.map(([argument, { type }]) => `Wrong: ${argument} must be of type ${String(type)}.`),
  ].join(' ');
}
