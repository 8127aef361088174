import type { components, ReceivedEvent } from '@payments-platform/types';
import { checkPublicKey, type PublicKey } from './public-key.ts';
import { type VerifyWebhookOptions, verifyWebhook } from './verify-webhook.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** The required part of a `node:http` request, so that this module also loads outside Node.js. */
export interface WebhookRequest extends AsyncIterable<Uint8Array> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The required part of a `node:http` response. */
export interface WebhookResponse {
  statusCode: number;
  end(body: string): unknown;
}

export interface WebhookListenerOptions extends VerifyWebhookOptions {
  /**
   * Called for every request that is refused and every handler that fails, with the cause, and with the event if it is
   * genuine. By default `console.error` prints the cause, with the type and the id of the event.
   */
  readonly report?: (error: unknown, event?: ReceivedEvent) => void;
}

type Schemas = components['schemas'];

/**
 * The decision about a UMA payment, as the response to its `INCOMING_PAYMENT.PENDING`: 200 approves, 403 rejects, 422
 * requests more data about the payer, and 202 announces a decision by request. Other events need no decision.
 */
export type WebhookDecision =
  | { readonly status: 200; readonly body?: Schemas['IncomingPaymentApproval'] }
  | { readonly status: 202; readonly body?: never }
  | { readonly status: 403; readonly body?: Schemas['IncomingPaymentRejection'] }
  | { readonly status: 422; readonly body?: Schemas['IncomingPaymentQuestion'] };

type Handle = (event: ReceivedEvent) => WebhookDecision | void | Promise<void> | Promise<WebhookDecision | undefined>;

const decisions: readonly number[] = [200, 202, 403, 422] satisfies WebhookDecision['status'][];

function isDecision(returned: unknown): returned is WebhookDecision {
  return (
    typeof returned === 'object' && returned !== null && 'status' in returned && typeof returned.status === 'number'
  );
}

/** JavaScript callers can return anything; a wrong status must not approve a payment. */
function decisionOf(returned: unknown): WebhookDecision {
  if (!isDecision(returned)) return { status: 200 };
  if (decisions.includes(returned.status)) return returned;
  throw new Error(`The handler of the event returned the status ${returned.status}. Return 200, 202, 403 or 422.`);
}

/** Without the data of the event, which may be personal. */
function print(error: unknown, event?: ReceivedEvent): void {
  if (event === undefined) console.error(error);
  else console.error(`The handler of ${event.type} ${nameOf(event)} failed:`, error);
}

/** `TEST` has another member for its id. */
function nameOf(event: ReceivedEvent): string {
  return event.type === 'TEST' ? event.webhookId : event.id;
}

/** Far larger than any event; it limits the memory that a stranger can use. */
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

// An unreadable key and a body that another reader consumed are mistakes of the receiver, which a sender cannot fix.
function statusOf(error: unknown): number {
  const isReceivers = (fault: string): boolean => fault.startsWith('KEY_') || fault === 'BODY_MISSING';
  return error instanceof WebhookVerificationError && !isReceivers(error.fault) ? 401 : 500;
}

/**
 * A listener for `createServer` of `node:http` that only passes on verified events.
 *
 * It responds with 200 once `handle` has finished, with 401 to any request that the platform did not send, and with 500
 * if `handle` fails; the event is then delivered again. The platform waits ten seconds for the response, so store the
 * event and do long work later. Events can arrive twice: handle each `id` once.
 *
 * A 200 to `INCOMING_PAYMENT.PENDING` approves a UMA payment. To decide otherwise, return a `WebhookDecision`.
 *
 * Throws at once if a key is missing or cannot verify any event.
 */
export function webhookListener(
  publicKey: PublicKey,
  handle: Handle,
  options: WebhookListenerOptions = {},
): (request: WebhookRequest, response: WebhookResponse) => Promise<void> {
  const { report = print, ...verification } = options;
  checkPublicKey(publicKey);
  return async (request, response) => {
    let event: ReceivedEvent | undefined;
    try {
      const body = await readBody(request);
      if (body === undefined) {
        response.statusCode = 413;
        response.end('The body is too large for an event.');
        return;
      }
      event = await verifyWebhook(body, request.headers['x-service-signature'], publicKey, verification);
      const decision = decisionOf(await handle(event));
      response.statusCode = decision.status;
      response.end(decision.body === undefined ? '' : JSON.stringify(decision.body));
    } catch (error) {
      report(error, event);
      response.statusCode = statusOf(error);
      response.end(error instanceof WebhookVerificationError ? error.message : 'The handler of the event failed.');
    }
  };
}
