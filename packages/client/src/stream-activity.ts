import type { operations, Received } from '@payments-platform/types';
import { ApiError } from './api-error.ts';
import { connectionMistake } from './connection-mistake.ts';
import { basicCredentials } from './credentials.ts';
import { isRedirect, leadsElsewhere } from './foreign-answers.ts';
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

/** One thing that happened, of some kind. */
export interface MessageOf<K extends Kind> {
  /** The position behind the message, to go on from: store it with what you make of the message. */
  readonly id: string;
  readonly event: K;
  readonly data: DataOf[K];
}

/** One thing that happened. `event` tells which kind of `data` it has. */
export type ActivityMessage = { readonly [K in Kind]: MessageOf<K> }[Kind];

export interface StreamOptions {
  /** Address of the interface with its version date, for example `http://127.0.0.1:4020/2025-10-13`. */
  readonly baseUrl: string;
  /** The token's `clientId`. */
  readonly tokenId: string;
  /** The token's `clientSecret`. */
  readonly tokenSecret: string;
  /** What to be told; everything when left out. */
  readonly types?: Query['types'];
  /** Only events of this type, and attempts to deliver them. */
  readonly type?: Query['type'];
  /** The `id` of the last message that you have, to go on behind it. What happens from now on when left out. */
  readonly lastEventId?: string;
  /** Ends the loop. */
  readonly signal?: AbortSignal;
  /** Sends one request. The global `fetch` when left out. */
  readonly fetch?: Send;
  /** How to wait before connecting again; the last delay is repeated for as long as it takes. */
  readonly retry?: Partial<RetryPolicy>;
  /** After so much silence the connection counts as lost. 45 seconds when left out, which is three heartbeats. */
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
 * What happens on the platform, while it happens. The loop goes on when the connection is lost or the server is started
 * again: it connects anew with the last position, so nothing is missed and nothing comes twice. It ends by `signal` or by
 * `break`, and throws `ApiError` where connecting again cannot help, such as for a token that was deleted.
 *
 *     for await (const { event, data } of streamActivity({ baseUrl, tokenId, tokenSecret })) console.log(event, data);
 */
export async function* streamActivity(options: StreamOptions): AsyncGenerator<ActivityMessage, void, undefined> {
  const { baseUrl, tokenId, tokenSecret, silenceMs = 45_000 } = options;
  checkReach({ baseUrl, timeoutMs: silenceMs });
  checkToken(tokenId, tokenSecret);
  const policy: RetryPolicy = { ...defaultRetryPolicy, ...options.retry };
  const ending = new AbortController();
  const signal = options.signal === undefined ? ending.signal : AbortSignal.any([options.signal, ending.signal]);
  const state: Progress = { lastEventId: options.lastEventId, failures: 0, delayMs: undefined };
  try {
    while (!signal.aborted) {
      yield* readOnce(options, { state, policy, silenceMs, signal });
      if (!signal.aborted) await policy.sleep(delayOf(state, policy), signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    ending.abort();
  }
}

interface Progress {
  lastEventId: string | undefined;
  /** Attempts since something came. */
  failures: number;
  /** What the server asks to wait. */
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

/** Connects once and reads until the connection ends, whoever ended it. */
async function* readOnce(
  options: StreamOptions,
  { state, policy, silenceMs, signal }: Reading,
): AsyncGenerator<ActivityMessage, void, undefined> {
  const lost = new AbortController();
  const lose = (): void => lost.abort(new DOMException(`Nothing came for ${silenceMs} ms.`, 'TimeoutError'));
  let silence = setTimeout(lose, silenceMs);
  const request = new Request(addressOf(options), {
    headers: {
      Accept: 'text/event-stream',
      Authorization: basicCredentials(options.tokenId, options.tokenSecret),
      ...(state.lastEventId !== undefined && { 'Last-Event-ID': state.lastEventId }),
    },
    signal: AbortSignal.any([signal, lost.signal]),
    redirect: 'manual',
  });
  try {
    const response = await (options.fetch ?? fetch)(request);
    if (isRedirect(response)) throw new ApiError(response, { reason: leadsElsewhere(request, response) });
    if (!(await isStream(response, state, policy))) return;
    for await (const { id, event, data } of readBlocks(piecesOf(response))) {
      clearTimeout(silence);
      silence = setTimeout(lose, silenceMs);
      Object.assign(state, { lastEventId: id ?? state.lastEventId, failures: 0, delayMs: undefined });
      // What this client does not know was added later.
      if (data !== undefined && isKnown(event))
        yield { id: state.lastEventId ?? '', event, data: JSON.parse(data) } as ActivityMessage;
    }
  } catch (cause) {
    if (signal.aborted || cause instanceof ApiError) throw cause;
    if (connectionMistake(cause) !== undefined) throw new NoAnswerError(request, state.failures + 1, cause);
    state.failures += 1;
  } finally {
    clearTimeout(silence);
    lost.abort();
  }
}

/** Whether a stream has begun. What a later attempt may mend is counted; anything else is thrown. */
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

/** Not every browser iterates over the body of a response. */
async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
