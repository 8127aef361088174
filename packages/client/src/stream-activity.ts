import type { operations, Received } from '@payments-platform/types';
import { ApiError } from './api-error.ts';
import { connectionMistake } from './connection-mistake.ts';
import { basicCredentials } from './credentials.ts';
import { isRedirect, leadsElsewhere } from './foreign-answers.ts';
import { joinSignals, untilAborted } from './joined-signal.ts';
import { readBlocks } from './message-stream.ts';
import { NoAnswerError } from './no-answer-error.ts';
import { defaultRetryPolicy, mayPass, type RetryPolicy, type Send, waitMs } from './retry.ts';
import { checkReach, checkToken } from './settings.ts';

type Query = NonNullable<operations['streamActivity']['parameters']['query']>;

interface DataOf {
  readonly EVENT: Received<'StreamedEvent'>;
  readonly REQUEST: Received<'ApiRequest'>;
  readonly DELIVERY: Received<'StreamedDelivery'>;
}

type Kind = keyof DataOf;

/** One message of a kind. */
export interface MessageOf<K extends Kind> {
  /** The position after this message, to continue from. Store it together with the result of handling the message. */
  readonly id: string;
  readonly event: K;
  readonly data: DataOf[K];
}

/** One message. `event` determines the type of `data`. */
export type ActivityMessage = { readonly [K in Kind]: MessageOf<K> }[Kind];

export interface StreamOptions {
  /** Address of the interface with its version date, for example `http://127.0.0.1:4020/2025-10-13`. */
  readonly baseUrl: string;
  /** The token's `clientId`. */
  readonly tokenId: string;
  /** The token's `clientSecret`. */
  readonly tokenSecret: string;
  /** The kinds of messages. Default: all. */
  readonly types?: Query['types'];
  /** Only events of this type and their deliveries. */
  readonly type?: Query['type'];
  /** The `id` of the last message that you have; the stream continues after it. Default: starts now. */
  readonly lastEventId?: string;
  /** Ends the loop. */
  readonly signal?: AbortSignal;
  /** Sends one request. Default: the global `fetch`. */
  readonly fetch?: Send;
  /** The waits before reconnecting; the last delay is repeated without a limit. */
  readonly retry?: Partial<RetryPolicy>;
  /** The connection counts as lost after this time without data. Default: 45 seconds, which is three heartbeats. */
  readonly silenceMs?: number;
}

const known = { EVENT: true, REQUEST: true, DELIVERY: true } satisfies Record<Kind, true>;

function isKnown(event: string | undefined): event is Kind {
  return event !== undefined && Object.hasOwn(known, event);
}

function addressOf({ baseUrl, types, type }: StreamOptions): string {
  const query = new URLSearchParams();
  if (types !== undefined) query.set('types', types.join(','));
  if (type !== undefined) query.set('type', type);
  const text = query.toString();
  return `${baseUrl.replace(/\/$/, '')}/stream${text === '' ? '' : `?${text}`}`;
}

/**
 * Streams the activity of the platform live. The loop continues when the connection is lost or the server restarts: it
 * reconnects with the last position, so nothing is missed or repeated. End it with `signal` or `break`. Throws
 * `ApiError` if reconnecting cannot help, for example if the token was deleted.
 *
 *     for await (const { event, data } of streamActivity({ baseUrl, tokenId, tokenSecret })) console.log(event, data);
 */
export async function* streamActivity(options: StreamOptions): AsyncGenerator<ActivityMessage, void, undefined> {
  const { baseUrl, tokenId, tokenSecret, silenceMs = 45_000 } = options;
  checkReach({ baseUrl, timeoutMs: silenceMs });
  checkToken(tokenId, tokenSecret);
  const policy: RetryPolicy = { ...defaultRetryPolicy, ...options.retry };
  const ending = new AbortController();
  const { signal, release } = joinSignals(
    options.signal === undefined ? [ending.signal] : [options.signal, ending.signal],
  );
  const state: Progress = { lastEventId: options.lastEventId, failures: 0, delayMs: undefined };
  try {
    while (!signal.aborted) {
      yield* readOnce(options, { state, policy, silenceMs, signal });
      if (!signal.aborted) await policy.sleep(delayOf(state, policy), signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    release();
    ending.abort();
  }
}

interface Progress {
  lastEventId: string | undefined;
  /** Attempts since the last data. */
  failures: number;
  /** The delay that the server requested. */
  delayMs: number | undefined;
}

interface Reading {
  readonly state: Progress;
  readonly policy: RetryPolicy;
  readonly silenceMs: number;
  readonly signal: AbortSignal;
}

function delayOf({ failures, delayMs }: Progress, { delaysMs, random }: RetryPolicy): number {
  if (delayMs !== undefined) return delayMs;
  return random() * (delaysMs[Math.min(failures, delaysMs.length - 1)] ?? 0);
}

/** Connects once and reads until the connection ends. */
async function* readOnce(
  options: StreamOptions,
  { state, policy, silenceMs, signal }: Reading,
): AsyncGenerator<ActivityMessage, void, undefined> {
  const lost = new AbortController();
  const lose = (): void => lost.abort(new DOMException(`No data arrived for ${silenceMs} ms.`, 'TimeoutError'));
  let silence = setTimeout(lose, silenceMs);
  const either = joinSignals([signal, lost.signal]);
  const request = new Request(addressOf(options), {
    headers: {
      Accept: 'text/event-stream',
      Authorization: basicCredentials(options.tokenId, options.tokenSecret),
      ...(state.lastEventId !== undefined && { 'Last-Event-ID': state.lastEventId }),
    },
    signal: either.signal,
    redirect: 'manual',
  });
  const until = <T>(work: Promise<T>): Promise<T> => untilAborted(either.signal, [request], work);
  try {
    const response = await until((options.fetch ?? fetch)(request));
    if (isRedirect(response)) throw new ApiError(response, { reason: leadsElsewhere(request, response) });
    if (!(await isStream(response, state, policy))) return;
    for await (const { id, event, data } of readBlocks(piecesOf(response, until))) {
      clearTimeout(silence);
      silence = setTimeout(lose, silenceMs);
      Object.assign(state, { lastEventId: id ?? state.lastEventId, failures: 0, delayMs: undefined });
      // Unknown kinds were added after this client version.
      if (data !== undefined && isKnown(event))
        yield { id: state.lastEventId ?? '', event, data: JSON.parse(data) } as ActivityMessage;
    }
  } catch (cause) {
    if (signal.aborted || cause instanceof ApiError) throw cause;
    if (connectionMistake(cause) !== undefined) throw new NoAnswerError(request, state.failures + 1, cause);
    state.failures += 1;
  } finally {
    clearTimeout(silence);
    either.release();
    lost.abort();
  }
}

/** Whether the stream has started. Counts temporary failures and throws any other response. */
async function isStream(response: Response, state: Progress, policy: RetryPolicy): Promise<boolean> {
  if (response.ok && response.headers.get('Content-Type')?.startsWith('text/event-stream') === true) return true;
  const longestMs = policy.delaysMs[Math.min(state.failures, policy.delaysMs.length - 1)] ?? 0;
  if (!response.ok && (await mayPass(response))) {
    state.delayMs = waitMs(policy, longestMs, response);
    state.failures += 1;
    return false;
  }
  const text = await response.text();
  throw new ApiError(response, parsed(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Not every browser can iterate over the body of a response. */
async function* piecesOf(
  { body }: Response,
  until: <T>(work: Promise<T>) => Promise<T>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (let piece = await until(reader.read()); !piece.done; piece = await until(reader.read())) yield piece.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
