import { errorTable } from '@payments-platform/types';
import { connectionMistake } from './connection-mistake.ts';
import { isErrorCode } from './error-code.ts';
import { idempotencyHeader } from './idempotency.ts';
import { NoAnswerError } from './no-answer-error.ts';

/** Sends one request once. */
export type Send = (request: Request) => Promise<Response>;

export interface RetryPolicy {
  /** The longest wait before each further attempt. Its length is the number of retries. */
  readonly delaysMs: readonly number[];
  /** The longest wait that a `Retry-After` header can ask for. */
  readonly retryAfterMaximumMs: number;
  /** Gives a number from 0 up to 1. */
  readonly random: () => number;
  /** Waits, and rejects with the signal's reason when it aborts. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  /** The current time in milliseconds, to read a `Retry-After` date against. */
  readonly now: () => number;
}

function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, delayMs);
    signal.addEventListener('abort', abort, { once: true });
  });
}

// Long enough together for a server to be restarted under its callers.
export const defaultRetryPolicy: RetryPolicy = {
  delaysMs: [250, 500, 1000, 2000, 4000],
  retryAfterMaximumMs: 30_000,
  random: Math.random,
  sleep,
  now: Date.now,
};

// RFC 9110 section 9.2.2: repeating one of these has the effect of sending it once.
const repeatableMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
const passingStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

function isRepeatable(request: Request): boolean {
  return repeatableMethods.has(request.method) || request.headers.has(idempotencyHeader);
}

/** The whole answer to one attempt, within the time limit. */
async function attempt(send: Send, request: Request, timeoutMs: number): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => {
    limit.abort(new DOMException(`The answer took longer than ${timeoutMs} ms.`, 'TimeoutError'));
  }, timeoutMs);
  try {
    const signal = AbortSignal.any([request.signal, limit.signal]);
    const response = await send(new Request(request.clone(), { signal, redirect: 'manual' }));
    // Reading it here makes an answer that breaks off half-way a failed attempt, and not an error of the caller.
    await response.clone().arrayBuffer();
    return response;
  } finally {
    clearTimeout(timer);
  }
}

async function codeOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
    ? body.code
    : undefined;
}

/** A daily limit is a 429 too, and waiting seconds does not lift it: the error catalogue knows. */
export async function mayPass(response: Response): Promise<boolean> {
  if (!passingStatuses.has(response.status)) return false;
  const code = await codeOf(response.clone());
  return code === undefined || !isErrorCode(code) || errorTable[code].retryable;
}

function retryAfterMs(response: Response, now: number): number | undefined {
  const value = response.headers.get('Retry-After');
  if (value === null) return undefined;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

// Full jitter: callers that failed together do not come back together.
export function waitMs(policy: RetryPolicy, longestMs: number, response: Response | undefined): number {
  const asked = response === undefined ? undefined : retryAfterMs(response, policy.now());
  return asked === undefined ? policy.random() * longestMs : Math.min(asked, policy.retryAfterMaximumMs);
}

const unanswered = new WeakSet<Request>();

/** Whether the answer to a request is that of a repeat, after an attempt of which nobody knows what it did. */
export function followsUnanswered(request: Request): boolean {
  return unanswered.has(request);
}

/** Repeats what may safely be repeated, by the schedule of the policy. */
export function retrying(send: Send, policy: RetryPolicy, timeoutMs: number): Send {
  return async (request) => {
    const delaysMs = isRepeatable(request) ? policy.delaysMs : [];
    for (let attempts = 1; ; attempts += 1) {
      const longestMs = delaysMs[attempts - 1];
      let response: Response | undefined;
      try {
        response = await attempt(send, request, timeoutMs);
        if (longestMs === undefined || !(await mayPass(response))) return response;
      } catch (cause) {
        if (request.signal.aborted) throw request.signal.reason;
        if (longestMs === undefined || connectionMistake(cause) !== undefined)
          throw new NoAnswerError(request, attempts, cause);
      }
      // Of what is repeated, this alone says that nothing was done.
      if (response?.status !== 429) unanswered.add(request);
      await policy.sleep(waitMs(policy, longestMs, response), request.signal);
    }
  };
}
