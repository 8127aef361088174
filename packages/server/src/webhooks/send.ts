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
  /** Asked before anything goes to loopback, since production may begin while the server runs. */
  readonly servesProduction?: () => Promise<boolean>;
  /** The resolver, which tests replace to answer with forbidden addresses. */
  readonly resolve?: typeof lookup;
}

/**
 * Sends over pooled connections. Every address a name resolves to is checked in the socket's own
 * look-up, so a name that changes its answer between check and connect gains nothing; redirects are
 * answers like any other and are not followed.
 */
export function createSendWebhook(options: SendOptions): SendWebhook {
  const { allowsLoopback, servesProduction = async () => false, resolve = lookup } = options;
  const mayReach = async (address: string): Promise<boolean> =>
    isAllowedAddress(address, false) || (isAllowedAddress(address, allowsLoopback) && !(await servesProduction()));

  const checkedLookup: typeof lookup = ((hostname: string, options: object, callback: LookupCallback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      Promise.all(addresses.map(({ address }) => mayReach(address))).then(
        (allowed) => {
          if (allowed.includes(false))
            return callback(new Error('the endpoint resolves to an address that is not public'), []);
          const [first] = addresses;
          return 'all' in options && options.all === true
            ? callback(null, addresses)
            : callback(null, first?.address ?? '', first?.family);
        },
        (failure: Error) => callback(failure, []),
      );
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
    // A literal address is never looked up, and a kept connection not again, so both are checked here.
    const known = literal === 'localhost' ? '127.0.0.1' : literal;
    if (isIP(known) !== 0 && !(await mayReach(known))) {
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
