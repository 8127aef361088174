import { Buffer } from 'node:buffer';
import type { Json } from '../../../types/src/spec.ts';
import type { OperationFacts } from '../authorisation/operation-facts.ts';
import { wireBody } from '../authorisation/request.ts';

/** How a request was made: valid, with one change, or as damaged bytes. */
export type Manner = 'valid' | 'mutated' | 'raw';

/** A request to send. */
export interface FuzzRequest {
  readonly operation: OperationFacts;
  readonly manner: Manner;
  /** The changes, in words. */
  readonly change?: string;
  /** With its parameters, encoded. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly mediaType?: string;
  readonly body?: Json;
  /** The body as sent, if it differs from `body`. */
  readonly text?: string;
  /** The whole request as bytes, for a bare socket. */
  readonly bytes?: Uint8Array;
}

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly durationMs: number;
}

export function urlOf({ path, query }: FuzzRequest): string {
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

export function textOf({ text, body }: FuzzRequest): string | undefined {
  return text ?? (body === undefined ? undefined : JSON.stringify(body));
}

/** The request as a line that can be read and repeated. */
export function shown(request: FuzzRequest): string {
  if (request.bytes !== undefined)
    return `bytes ${JSON.stringify(Buffer.from(request.bytes).toString('latin1')).slice(0, 2_000)}`;
  const headers = Object.entries(request.headers).map(([name, value]) => ` -H '${name}: ${value}'`);
  const body = textOf(request);
  return `${request.operation.method} ${urlOf(request)}${headers.join('')}${body === undefined ? '' : ` -d '${body.slice(0, 2_000)}'`}`;
}

/** The body as sent; a GET has none. */
export function sentBody({ operation, mediaType, text, body }: FuzzRequest): FormData | string | undefined {
  if (operation.method === 'GET') return undefined;
  return text ?? wireBody(mediaType, body);
}
