import { Buffer } from 'node:buffer';
import { type Dispatcher, Pool, request } from 'undici';

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The parsed text, or the text itself if it is not JSON. */
  // Tests look into bodies of every shape; the response check has validated them against the specification.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Credentials {
  readonly tokenId: string;
  readonly tokenSecret: string;
}

/** `undefined` leaves out a header that is sent by default. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** Calls a server over HTTP. Rejects if a request gets no response. */
export interface Caller {
  /** Sends a form as a form, a string and bytes unchanged, and anything else as JSON. */
  request(method: string, path: string, body?: unknown, headers?: Headers, signal?: AbortSignal): Promise<Answer>;
}

/** Has its own connections, as many as the requests that it may send at the same time. */
export interface PooledCaller extends Caller {
  close(): Promise<void>;
}

export interface Access extends Partial<Credentials> {
  readonly baseUrl: string;
}

/** Calls over connections that all callers of the process share. */
export function createCaller(access: Access, dispatcher?: Dispatcher): Caller {
  const { baseUrl, tokenId, tokenSecret } = access;
  const authorization =
    tokenId === undefined || tokenSecret === undefined ? undefined : basicAuthorization(tokenId, tokenSecret);
  return {
    request: async (method, path, body, given = {}, signal) => {
      const { content, type } = await contentOf(body);
      const answer = await request(`${baseUrl}${path}`, {
        method: method as Dispatcher.HttpMethod,
        headers: withoutUndefined({ authorization, 'content-type': type, ...given }),
        body: content,
        ...(dispatcher && { dispatcher }),
        ...(signal && { signal }),
      });
      return answerOf(answer.statusCode, answer.headers, await textOf(answer));
    },
  };
}

export function createPooledCaller(access: Access, connections: number): PooledCaller {
  // Generous limits, because the machine may stall for seconds.
  const pool = new Pool(new URL(access.baseUrl).origin, {
    connections,
    pipelining: 1,
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
    keepAliveTimeout: 30_000,
  });
  return { ...createCaller(access, pool), close: () => pool.destroy() };
}

/** Chooses an outcome on a hosted page. Does not follow the redirect. */
export function chooseOnPage(link: string, outcome: string): Promise<Answer> {
  return createCaller({ baseUrl: link }).request('POST', '', new URLSearchParams({ outcome }));
}

/** Sends each request to the next caller. */
export function inTurns(callers: readonly Caller[]): Caller {
  let turn = 0;
  return {
    request: (...parts) => {
      turn += 1;
      return (callers[turn % callers.length] as Caller).request(...parts);
    },
  };
}

export function basicAuthorization(tokenId: string, tokenSecret: string): string {
  return `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`;
}

/** The body of a response that must have this status. */
// biome-ignore lint/suspicious/noExplicitAny: the body of an answer
export function expectStatus({ status, text, body }: Answer, expected: number): any {
  if (status !== expected) throw new Error(`expected ${expected}, got ${status}: ${text.slice(0, 500)}`);
  return body;
}

/** A whole response, or the start of a stream. */
async function textOf({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  if (!String(headers['content-type']).startsWith('text/event-stream')) return body.text();
  for await (const piece of body) return Buffer.from(piece).toString();
  return '';
}

interface Content {
  readonly content: string | Uint8Array | null;
  readonly type?: string | undefined;
}

const json = 'application/json';

async function contentOf(body: unknown): Promise<Content> {
  if (body === undefined) return { content: null };
  if (body instanceof FormData || body instanceof URLSearchParams) {
    const form = new Response(body);
    return { content: await form.bytes(), type: form.headers.get('content-type') ?? undefined };
  }
  if (typeof body === 'string') return { content: body, type: body === '' ? undefined : json };
  return { content: body instanceof Uint8Array ? body : JSON.stringify(body), type: json };
}

function withoutUndefined(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined),
  );
}

/** Parsed on first use: most requests of a load need no parsed body. */
function answerOf(status: number, headers: Dispatcher.ResponseData['headers'], text: string): Answer {
  let parsed: { readonly body: unknown } | undefined;
  return {
    status,
    text,
    get body() {
      parsed ??= { body: parseBody(text) };
      return parsed.body;
    },
    headers: Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')])),
  };
}

function parseBody(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
