import type { KeyObject } from 'node:crypto';
import { createGuardedAgent, type Reach } from './guarded-agent.ts';
import { signatureHeader, signatureOf } from './sign.ts';

export interface WebhookRequest {
  readonly endpoint: string;
  readonly body: string;
  /** What the body is signed with. */
  readonly key: KeyObject;
}

/** What came back, or why nothing did. */
export type WebhookAnswer =
  | { readonly statusCode: number; readonly body: string }
  | {
      readonly statusCode: null;
      readonly error: string;
      /** The endpoint was given all the time there is. */
      readonly isTimeout?: true;
      /** The sender was closed, which says nothing about the endpoint. */
      readonly isBrokenOff?: true;
    };

/** The port to the receivers of webhooks. */
export interface SendWebhook {
  /** Never throws, and never takes longer than `longestSendMs`, whatever the receiver does. */
  (request: WebhookRequest): Promise<WebhookAnswer>;
  /** Breaks off what is under way; nothing is sent from now on. */
  close(): Promise<void>;
}

/** From the look-up of the name to the last byte of the answer. */
export const longestSendMs = 10_000;
/** As much of an answer as is read; the rest is dropped with the connection. */
const longestAnswerBytes = 64 * 1024;

export type SendOptions = Reach;

/** Sends over pooled connections to public addresses alone. The relay bounds the sockets, per platform: many may share a host. */
export function createSendWebhook(options: SendOptions): SendWebhook {
  const { exchange, refuse, close } = createGuardedAgent({
    ...options,
    timeoutMs: longestSendMs,
    longestAnswerBytes,
  });

  const post: Post = async ({ endpoint, body, key }, underWay) => {
    const url = new URL(endpoint);
    const refused = await refuse(url);
    if (refused !== undefined) return { statusCode: null, error: refused };
    if (underWay.isOver) return brokenOff;
    return exchange(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'payments-platform',
        [signatureHeader]: signatureOf(body, key),
      },
      body,
      onStatus: (statusCode) => {
        underWay.statusCode = statusCode;
      },
      onBegin: (breakOff) => {
        underWay.breakOff = breakOff;
      },
    });
  };
  const { send, breakOff } = bounded(post);
  return Object.assign(send, {
    close: () => {
      breakOff();
      return close();
    },
  });
}

/** What ends an attempt from outside has to know of it. */
interface UnderWay {
  isOver: boolean;
  statusCode: number | undefined;
  breakOff: (() => void) | undefined;
}

type Post = (request: WebhookRequest, underWay: UnderWay) => Promise<WebhookAnswer>;

const timedOut: WebhookAnswer = {
  statusCode: null,
  error: `no answer within ${longestSendMs / 1000} seconds`,
  isTimeout: true,
};
export const brokenOff: WebhookAnswer = { statusCode: null, error: 'the server is stopping', isBrokenOff: true };

/** Ends what a receiver does not: after the longest time, or when all is broken off. A status that came stands. */
function bounded(post: Post): { send(request: WebhookRequest): Promise<WebhookAnswer>; breakOff(): void } {
  const underWay = new Set<(why: WebhookAnswer) => void>();
  let isOver = false;

  const send = async (request: WebhookRequest): Promise<WebhookAnswer> => {
    if (isOver) return brokenOff;
    const state: UnderWay = { isOver: false, statusCode: undefined, breakOff: undefined };
    const { promise, resolve } = Promise.withResolvers<WebhookAnswer>();
    const end = (why: WebhookAnswer): void => {
      const { statusCode } = state;
      resolve(statusCode === undefined ? why : { statusCode, body: '' });
      if (state.isOver) return;
      state.isOver = true;
      state.breakOff?.();
    };
    const timer = setTimeout(end, longestSendMs, timedOut);
    underWay.add(end);
    post(request, state).then(resolve, (error: unknown) => end(answerInsteadOf(error)));
    const answer = await promise;
    clearTimeout(timer);
    underWay.delete(end);
    return answer;
  };
  return {
    send,
    breakOff: () => {
      isOver = true;
      for (const end of underWay) end(brokenOff);
    },
  };
}

const continued =
  'the endpoint sent 100 Continue before its answer, which is not understood here: it has to send the answer alone';

/** The connection is given as much time as the attempt, so on a busy machine its clock may be the first to say so. */
const timeouts = new Set<unknown>(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** What an exchange that failed says of the endpoint. */
export function answerInsteadOf(error: unknown): WebhookAnswer {
  if (!(error instanceof Error)) return { statusCode: null, error: String(error) };
  const code = 'code' in error ? error.code : undefined;
  if (timeouts.has(code)) return timedOut;
  // The HTTP client ends the connection there, with these words and no others.
  if (code === 'UND_ERR_SOCKET' && error.message === 'bad response') return { statusCode: null, error: continued };
  return { statusCode: null, error: code === undefined ? error.message : `${error.message} (${String(code)})` };
}
