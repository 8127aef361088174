import type { ReceivedEvent } from '@payments-platform/types';
import { checkPublicKey, type PublicKey } from './public-key.ts';
import { type VerifyWebhookOptions, verifyWebhook } from './verify-webhook.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** The part of a `node:http` request that is needed, so that this module loads where there is no Node. */
export interface WebhookRequest extends AsyncIterable<Uint8Array> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The part of a `node:http` response that is needed. */
export interface WebhookResponse {
  statusCode: number;
  end(body: string): unknown;
}

export interface WebhookListenerOptions extends VerifyWebhookOptions {
  /** Told of every request that was not answered with 200, and why. `console.error` when left out. */
  readonly report?: (error: unknown) => void;
}

/** No event comes near it; it only keeps strangers from filling the memory. */
const bodyBytesMaximum = 1_048_576;

async function readBody(request: WebhookRequest): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > bodyBytesMaximum) return undefined;
    chunks.push(chunk);
  }
  if (length === 0 && Number(request.headers['content-length'] ?? 0) > 0)
    throw new WebhookVerificationError('BODY_MISSING');
  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

// A key that cannot be read, or a body that another reader has taken, is the receiver's own mistake, which no sender can mend.
function statusOf(error: unknown): number {
  const isReceivers = (fault: string): boolean => fault.startsWith('KEY_') || fault === 'BODY_MISSING';
  return error instanceof WebhookVerificationError && !isReceivers(error.fault) ? 401 : 500;
}

/**
 * A listener for `createServer` of `node:http` that hands on verified events only.
 *
 * It answers 200 once `handle` is done with the event. It answers 401 to anything the platform did not send, and 500
 * when `handle` fails; the event is then delivered again. The platform waits ten seconds for the answer, so store the
 * event and do the long work later. Events can come twice: handle each `id` once.
 *
 * A missing key, or one that no event could be verified with, is thrown at once.
 */
export function webhookListener(
  publicKey: PublicKey,
  handle: (event: ReceivedEvent) => void | Promise<void>,
  options: WebhookListenerOptions = {},
): (request: WebhookRequest, response: WebhookResponse) => Promise<void> {
  const { report = console.error, ...verification } = options;
  checkPublicKey(publicKey);
  return async (request, response) => {
    try {
      const body = await readBody(request);
      if (body === undefined) {
        response.statusCode = 413;
        response.end('The body is too large for an event.');
        return;
      }
      await handle(await verifyWebhook(body, request.headers['x-service-signature'], publicKey, verification));
      response.statusCode = 200;
      response.end('');
    } catch (error) {
      report(error);
      response.statusCode = statusOf(error);
      response.end(error instanceof WebhookVerificationError ? error.message : 'The event could not be handled.');
    }
  };
}
