import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { isAllowedAddress } from './endpoint-rules.ts';

export interface WebhookRequest {
  readonly endpoint: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What came back, or why nothing did. */
export type WebhookAnswer =
  | { readonly statusCode: number; readonly body: string }
  | { readonly statusCode: null; readonly error: string };

/** The port to the receivers of webhooks. */
export interface SendWebhook {
  (request: WebhookRequest): Promise<WebhookAnswer>;
  close(): Promise<void>;
}

const attemptTimeoutMs = 10_000;
/** As much of an answer as is read; the rest is dropped with the connection. */
const longestAnswerBytes = 64 * 1024;

export interface SendOptions {
  readonly allowsLoopback: boolean;
  /** The resolver, which tests replace to answer with forbidden addresses. */
  readonly resolve?: typeof lookup;
}

/**
 * Sends over pooled connections. Every address a name resolves to is checked in the socket's own
 * look-up, so a name that changes its answer between check and connect gains nothing; redirects are
 * answers like any other and are not followed.
 */
export function createSendWebhook({ allowsLoopback, resolve = lookup }: SendOptions): SendWebhook {
  const checkedLookup: typeof lookup = ((hostname: string, options: object, callback: LookupCallback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const refused = addresses.find(({ address }) => !isAllowedAddress(address, allowsLoopback));
      if (refused !== undefined)
        return callback(new Error('the endpoint resolves to an address that is not public'), []);
      const [first] = addresses;
      return 'all' in options && options.all === true
        ? callback(null, addresses)
        : callback(null, first?.address ?? '', first?.family);
    });
  }) as typeof lookup;

  const agent = new Agent({
    connections: 32,
    pipelining: 1,
    headersTimeout: attemptTimeoutMs,
    bodyTimeout: attemptTimeoutMs,
    keepAliveTimeout: 10_000,
    maxResponseSize: longestAnswerBytes,
    connect: { timeout: attemptTimeoutMs, lookup: checkedLookup },
  });

  const send = async ({ endpoint, body, headers }: WebhookRequest): Promise<WebhookAnswer> => {
    const { hostname } = new URL(endpoint);
    const literal = hostname.replace(/^\[|\]$/g, '');
    // A literal address is never looked up, so it is checked here.
    if (isIP(literal) !== 0 && !isAllowedAddress(literal, allowsLoopback)) {
      return { statusCode: null, error: 'the endpoint is an address that is not public' };
    }
    try {
      const answer = await request(endpoint, {
        method: 'POST',
        dispatcher: agent,
        headers: { 'content-type': 'application/json', 'user-agent': 'payments-platform', ...headers },
        body,
        signal: AbortSignal.timeout(attemptTimeoutMs),
      });
      return { statusCode: answer.statusCode, body: await readBody(answer.body) };
    } catch (error) {
      return { statusCode: null, error: describe(error) };
    }
  };
  return Object.assign(send, { close: () => agent.destroy() });
}

type LookupCallback = (
  error: Error | null,
  address: string | { address: string; family: number }[],
  family?: number,
) => void;

/** The answer's status stands whatever becomes of its body. */
async function readBody(body: { text(): Promise<string> }): Promise<string> {
  try {
    return await body.text();
  } catch {
    return '';
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${attemptTimeoutMs / 1000} seconds`;
  const code = 'code' in error ? ` (${String(error.code)})` : '';
  return `${error.message}${code}`;
}
