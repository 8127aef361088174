import type { OpenPaths } from '@payments-platform/types';
import createFetchClient, { type Client } from 'openapi-fetch';
import { foreignAnswers } from './foreign-answers.ts';
import { idempotencyKeys } from './idempotency.ts';
import { rememberRequests } from './request-of-response.ts';
import { defaultRetryPolicy, type RetryPolicy, retrying, type Send } from './retry.ts';
import { checkReach } from './settings.ts';

/** What every client is told, whoever calls. */
export interface ConnectionOptions {
  /** Address of the interface with its version date, for example `http://127.0.0.1:4020/2025-10-13`. */
  readonly baseUrl: string;
  /** Sends one attempt. The global `fetch` when left out. */
  readonly fetch?: Send;
  /** What to change in the retries; `false` makes every request a single attempt. */
  readonly retry?: Partial<RetryPolicy> | false;
  /** How long one attempt may take until its whole answer is there. 30 seconds when left out. */
  readonly timeoutMs?: number;
}

function retryPolicy(retry: ConnectionOptions['retry']): RetryPolicy {
  return retry === false ? { ...defaultRetryPolicy, delaysMs: [] } : { ...defaultRetryPolicy, ...retry };
}

/** Calls the interface, with credentials where there are any. */
export function connect<Paths extends Partial<OpenPaths>>(
  options: ConnectionOptions,
  authorization: string | undefined,
): Client<Paths> {
  const { baseUrl, timeoutMs = 30_000 } = options;
  checkReach({ baseUrl, timeoutMs });
  // The global is looked up at each call, so that instrumentation installed later still sees the requests.
  const send = options.fetch ?? ((request) => fetch(request));
  const client = createFetchClient<Paths>({
    baseUrl,
    ...(authorization === undefined ? {} : { headers: { Authorization: authorization } }),
    fetch: retrying(send, retryPolicy(options.retry), timeoutMs),
  });
  // Answers pass them in reverse; what throws over a foreign one has to know the request.
  client.use(rememberRequests, foreignAnswers, rememberRequests, idempotencyKeys);
  return client;
}
