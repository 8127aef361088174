import type { KeyObject } from 'node:crypto';
import { createGuardedAgent, type Reach } from './guarded-agent.ts';
import { signatureHeader, signatureOf } from './sign.ts';

export interface WebhookRequest {
  readonly endpoint: string;
  readonly body: string;
  /** Signs the body. */
  readonly key: KeyObject;
}

/** The response, or why there is none. */
export type WebhookAnswer =
  | { readonly statusCode: number; readonly body: string }
  | {
      readonly statusCode: null;
      readonly error: string;
      /** The endpoint did not respond within the whole time limit. */
      readonly isTimeout?: true;
      /** The sender was closed, which says nothing about the endpoint. */
      readonly isBrokenOff?: true;
    };

/** The port to the receivers of webhooks. */
export interface SendWebhook {
  /** Never throws, and never takes longer than `longestSendMs`, whatever the receiver does. */
  (request: WebhookRequest): Promise<WebhookAnswer>;
  /** Aborts running attempts. Nothing is sent afterwards. */
  close(): Promise<void>;
}

/** From name resolution to the last byte of the response. */
export const longestSendMs = 10_000;
/** The most bytes of a response that are read; beyond that the connection is dropped. */
const longestAnswerBytes = 64 * 1024;

export type SendOptions = Reach;

/**
 * Sends over pooled connections, only to public addresses. The relay limits the sockets per platform, since many
 * platforms may share a host.
 */
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

/** The state of an attempt that is needed to abort it. */
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

/**
 * Ends attempts that the receiver does not end: after the time limit, or when the sender is closed. A status that has
 * arrived still counts.
 */
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
  'the endpoint sent 100 Continue before its response, which the service cannot read; send the response alone';

/** Connecting has the same time limit as the attempt, so on a busy machine its timer may fire first. */
const timeouts = new Set<unknown>(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** The messages of Node.js have places in its own source, all names of a certificate, and advice for other readers. */
const faultsOfTls = new Map<unknown, string>([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'the certificate is signed by an authority that is not known here'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'the certificate is signed by an authority that is not known here'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'an intermediate certificate is missing, or the authority is not known here'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate is for other names than that of the endpoint'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the endpoint does not speak TLS on this port'],
]);
const longestError = 200;

/** The result for an exchange that failed. */
export function answerInsteadOf(error: unknown): WebhookAnswer {
  if (!(error instanceof Error)) return { statusCode: null, error: String(error) };
  const code = 'code' in error ? error.code : undefined;
  if (timeouts.has(code)) return timedOut;
  // In this case the HTTP client closes the connection with exactly this message.
  if (code === 'UND_ERR_SOCKET' && error.message === 'bad response') return { statusCode: null, error: continued };
  const words = faultsOfTls.get(code) ?? error.message.split('\n', 1)[0]?.slice(0, longestError);
  return { statusCode: null, error: code === undefined ? String(words) : `${words} (${String(code)})` };
}
