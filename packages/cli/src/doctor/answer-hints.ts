import type { Received } from '@payments-platform/client';
import { cellOf } from '../output/cell.ts';

export type Attempt = Received<'StoredEventDetails'>['attempts'][number];

/** The usual cause of a receiver's response, and how to fix it. */
const byStatus: readonly (readonly [(status: number) => boolean, string])[] = [
  [
    (status) => status === 401 || status === 403,
    'Your receiver refuses the signature. Verify the raw bytes of the body, before they are parsed, with the webhookPublicKey of this platform; its fingerprint is shown above.',
  ],
  [
    (status) => status === 404,
    'Your receiver does not serve this path. Correct the path of the endpoint, or serve that path.',
  ],
  [(status) => status === 405, 'Your receiver does not accept POST on this path.'],
  [
    (status) => status >= 300 && status < 400,
    'Redirects are not followed. Set the endpoint to the target of the redirect.',
  ],
  [
    (status) => status === 413 || status === 415,
    'Your receiver refuses the body before your code sees it. Make it accept application/json.',
  ],
  [(status) => status === 429, 'Your receiver limits its rate. Events wait and are delivered at the rate it accepts.'],
  [(status) => status >= 500, 'Your receiver failed. See its log; the start of its response is shown above.'],
];

const byError: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, 'Nothing listens on that port. Start your receiver, or correct the port of the endpoint.'],
  [
    /no answer within|timed? ?out/i,
    'Your receiver takes too long. Store the event, respond, and process it afterwards.',
  ],
  [/ENOTFOUND|EAI_AGAIN|resolve/i, 'The host name cannot be resolved. Correct the endpoint.'],
  [
    /certificate|TLS|SSL|self.signed/i,
    'The certificate of the endpoint is not accepted. It must be valid for the host.',
  ],
  [/ECONNRESET|socket|other side closed/i, 'Your receiver closes the connection before it responds.'],
  [
    /public|private|address|not allowed/i,
    'Events are sent to public addresses only; a sandbox on your machine also sends to loopback.',
  ],
];

/** The result of an attempt, in a few words. */
export function answerOf({ statusCode, answerHead, error }: Attempt): string {
  if (statusCode === null) return cellOf(error ?? 'no answer') ?? '';
  const head = answerHead === null || answerHead === '' ? '' : ` "${cellOf(answerHead.slice(0, 100))}"`;
  return `${statusCode}${head}`;
}

export function hintOf({ statusCode, error }: Attempt): string {
  if (statusCode !== null) {
    const hint = byStatus.find(([fits]) => fits(statusCode))?.[1];
    return hint ?? 'Your receiver did not respond with 200 to 299. Only these statuses acknowledge an event.';
  }
  const hint = byError.find(([pattern]) => pattern.test(error ?? ''))?.[1];
  return hint ?? 'No response arrived. Check that the platform can reach the address.';
}
