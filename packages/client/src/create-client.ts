import type { OpenPaths } from '@payments-platform/types';
import createFetchClient from 'openapi-fetch';
import { bodilessRefusals } from './bodiless-refusals.ts';
import { idempotencyKeys } from './idempotency.ts';
import type { PaymentsClient } from './payments-client.ts';
import { rememberRequests } from './request-of-response.ts';
import { defaultRetryPolicy, type RetryPolicy, retrying, type Send } from './retry.ts';
import { checkSettings } from './settings.ts';

export interface ClientOptions {
  /** Address of the interface with its version date, for example `http://127.0.0.1:4020/2025-10-13`. */
  readonly baseUrl: string;
  /** The token's `clientId`. */
  readonly tokenId: string;
  /** The token's `clientSecret`. */
  readonly tokenSecret: string;
  /** Sends one attempt. The global `fetch` when left out. */
  readonly fetch?: Send;
  /** What to change in the retries; `false` makes every request a single attempt. */
  readonly retry?: Partial<RetryPolicy> | false;
  /** How long one attempt may take until its whole answer is there. 30 seconds when left out. */
  readonly timeoutMs?: number;
}

// `btoa` takes one character per byte, so the credentials become bytes first.
function basicCredentials(tokenId: string, tokenSecret: string): string {
  const bytes = new TextEncoder().encode(`${tokenId}:${tokenSecret}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

function retryPolicy(retry: ClientOptions['retry']): RetryPolicy {
  return retry === false ? { ...defaultRetryPolicy, delaysMs: [] } : { ...defaultRetryPolicy, ...retry };
}

/** A client for one platform in one environment, both of which the token decides. */
export function createClient(options: ClientOptions): PaymentsClient {
  const { baseUrl, tokenId, tokenSecret, timeoutMs = 30_000 } = options;
  checkSettings({ baseUrl, tokenId, tokenSecret, timeoutMs });
  // The global is looked up at each call, so that instrumentation installed later still sees the requests.
  const send = options.fetch ?? ((request) => fetch(request));
  const client = createFetchClient<OpenPaths>({
    baseUrl,
    headers: { Authorization: basicCredentials(tokenId, tokenSecret) },
    fetch: retrying(send, retryPolicy(options.retry), timeoutMs),
  });
  client.use(rememberRequests, bodilessRefusals, idempotencyKeys);
  // The same functions, with options that are named instead of inferred.
  return client as PaymentsClient;
}
