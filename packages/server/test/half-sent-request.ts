import { request as send } from 'node:http';
import type { Ready } from './server-process.ts';

export interface HalfSentRequest {
  finish(): void;
  /** The status of the answer; rejects when the connection is lost without one. */
  readonly status: Promise<number | undefined>;
}

/** A request whose body is half sent, and whose head the server has read: it is in flight until it is finished. */
export async function beginCustomer({
  baseUrl,
  tokenId,
  tokenSecret,
}: Pick<Ready, 'baseUrl' | 'tokenId' | 'tokenSecret'>): Promise<HalfSentRequest> {
  const body = JSON.stringify({ customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
  const { promise: status, resolve, reject } = Promise.withResolvers<number | undefined>();
  // A server that answers 100 has the request.
  const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' };
  const begun = send(`${baseUrl}/customers`, { method: 'POST', auth: `${tokenId}:${tokenSecret}`, headers });
  begun.on('error', reject).on('response', (response) => resolve(response.resume().statusCode));
  const isBegun = new Promise<void>((taken) => begun.once('continue', taken));
  begun.flushHeaders();
  await Promise.race([isBegun, status]);
  begun.write(body.slice(0, 10));
  return { finish: () => void begun.end(body.slice(10)), status };
}
