import { errorTable } from '@payments-platform/types';
import { connectionMistake } from './connection-mistake.ts';
import { isErrorCode } from './error-code.ts';
import { idempotencyHeader } from './idempotency.ts';
import { joinSignals, untilAborted } from './joined-signal.ts';
import { NoAnswerError } from './no-answer-error.ts';

/** Sends one attempt of a request. */
export type Send = (request: Request) => Promise<Response>;

export interface RetryPolicy {
  /** The longest wait before each retry, in milliseconds. Its length is the number of retries. */
  readonly delaysMs: readonly number[];
  /** The longest wait that is accepted from a `Retry-After` header, in milliseconds. */
  readonly retryAfterMaximumMs: number;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Waits; rejects with the signal's reason if it aborts. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  /** The current time in milliseconds, for `Retry-After` dates. */
  readonly now: () => number;
}

export function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
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

// Their sum is long enough for a restart of the server.
export const defaultRetryPolicy: RetryPolicy = {
  delaysMs: [250, 500, 1000, 2000, 4000],
  retryAfterMaximumMs: 30_000,
  random: Math.random,
  sleep,
  now: Date.now,
};

// RFC 9110 section 9.2.2: these methods are idempotent.
const repeatableMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
const passingStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

function isRepeatable(request: Request): boolean {
  return repeatableMethods.has(request.method) || request.headers.has(idempotencyHeader);
}

/** Sends one attempt and reads its whole response, within the time limit. */
async function attempt(send: Send, request: Request, timeoutMs: number): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => {
    limit.abort(new DOMException(`The response took longer than ${timeoutMs} ms.`, 'TimeoutError'));
  }, timeoutMs);
  const { signal, release } = joinSignals([request.signal, limit.signal]);
  try {
    const sent = new Request(request.clone(), { signal, redirect: 'manual' });
    return await untilAborted(signal, [request, sent], sendWhole(send, sent));
  } finally {
    clearTimeout(timer);
    release();
  }
}

/** Reading the body here makes a response that breaks off a failed attempt, not an error for the caller. */
async function sendWhole(send: Send, request: Request): Promise<Response> {
  const response = await send(request);
  await response.clone().arrayBuffer();
  return response;
}

async function codeOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
    ? body.code
    : undefined;
}

/** A daily limit is also a 429, but waiting seconds does not lift it; the error catalogue tells them apart. */
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

// Full jitter: callers that failed at the same time do not retry at the same time.
export function waitMs(policy: RetryPolicy, longestMs: number, response: Response | undefined): number {
  const asked = response === undefined ? undefined : retryAfterMs(response, policy.now());
  return asked === undefined ? policy.random() * longestMs : Math.min(asked, policy.retryAfterMaximumMs);
}

const unanswered = new WeakSet<Request>();

/** Whether the request was retried after an attempt whose effect is unknown. */
export function followsUnanswered(request: Request): boolean {
  return unanswered.has(request);
}

/** Retries requests that are safe to repeat, by the schedule of the policy. */
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
      // Of the retried responses, only 429 guarantees that the request had no effect.
      if (response?.status !== 429) unanswered.add(request);
      await policy.sleep(waitMs(policy, longestMs, response), request.signal);
    }
  };
}
