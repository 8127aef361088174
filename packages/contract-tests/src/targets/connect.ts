import { createClient, type PaymentsClient } from '@payments-platform/client';
import type { Credentials, RawRequest } from './target.ts';

export type Send = (request: Request) => Promise<Response>;

/** The published client without retries: a scenario asserts the response to each single request. */
export function connectClient(baseUrl: string, { tokenId, tokenSecret }: Credentials, send: Send): PaymentsClient {
  return createClient({ baseUrl, tokenId, tokenSecret, fetch: send, retry: false, timeoutMs: 60_000 });
}

/** Sends bytes that a typed client would not, with credentials unless the headers contain some. */
export function sendRaw(
  baseUrl: string,
  { tokenId, tokenSecret }: Credentials,
  send: Send,
  request: RawRequest,
): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`;
  const { method, path, headers = {}, body } = request;
  return send(
    new Request(`${baseUrl}${path}`, {
      method,
      headers: { authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    }),
  );
}
