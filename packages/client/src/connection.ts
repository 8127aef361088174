import type { OpenPaths } from '@payments-platform/types';
import createFetchClient, { type Client } from 'openapi-fetch';
import { serializeBody } from './body-with-file.ts';
import { foreignAnswers } from './foreign-answers.ts';
import { idempotencyKeys } from './idempotency.ts';
import { rememberRequests } from './request-of-response.ts';
import { defaultRetryPolicy, type RetryPolicy, retrying, type Send } from './retry.ts';
import { checkReach } from './settings.ts';

/** The options of every client. */
export interface ConnectionOptions {
  /** Address of the interface with its version date, for example `http://127.0.0.1:4020/2025-10-13`. */
  readonly baseUrl: string;
  /** Sends one attempt. Default: the global `fetch`. */
  readonly fetch?: Send;
  /** Changes to the retry policy; `false` sends every request only once. */
  readonly retry?: Partial<RetryPolicy> | false;
  /** Time limit for one attempt, until its whole response has arrived. Default: 30 seconds. */
  readonly timeoutMs?: number;
}

function retryPolicy(retry: ConnectionOptions['retry']): RetryPolicy {
  return retry === false ? { ...defaultRetryPolicy, delaysMs: [] } : { ...defaultRetryPolicy, ...retry };
}

/** Creates the client, with credentials if there are any. */
export function connect<Paths extends Partial<OpenPaths>>(
  options: ConnectionOptions,
  authorization: string | undefined,
): Client<Paths> {
  const { baseUrl, timeoutMs = 30_000 } = options;
  checkReach({ baseUrl, timeoutMs });
  // The global is read at each call, so that later instrumentation still sees the requests.
  const send = options.fetch ?? ((request) => fetch(request));
  const client = createFetchClient<Paths>({
    baseUrl,
    ...(authorization === undefined ? {} : { headers: { Authorization: authorization } }),
    bodySerializer: serializeBody,
    fetch: retrying(send, retryPolicy(options.retry), timeoutMs),
  });
  // Responses pass in reverse order, and an error for a foreign response needs the request, so it is recorded twice.
  client.use(rememberRequests, foreignAnswers, rememberRequests, idempotencyKeys);
  return client;
}
