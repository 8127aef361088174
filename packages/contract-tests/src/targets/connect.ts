import { createClient, type PaymentsClient } from '@payments-platform/client';
import type { Credentials, RawRequest } from './target.ts';

export type Send = (request: Request) => Promise<Response>;

/** The published client without its retries: a scenario asserts what each single request is answered. */
export function connectClient(baseUrl: string, { tokenId, tokenSecret }: Credentials, send: Send): PaymentsClient {
  return createClient({ baseUrl, tokenId, tokenSecret, fetch: send, retry: false, timeoutMs: 60_000 });
}

/** Sends bytes that no typed client would, with credentials unless the headers bring their own. */
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
