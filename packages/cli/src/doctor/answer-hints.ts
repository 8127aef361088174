import type { Received } from '@payments-platform/client';
import { cellOf } from '../output/cell.ts';

export type Attempt = Received<'StoredEventDetails'>['attempts'][number];

/** What an answer of a receiver usually means, and what mends it. */
const byStatus: readonly (readonly [(status: number) => boolean, string])[] = [
  [
    (status) => status === 401 || status === 403,
    'Your receiver refuses the signature. Verify the raw bytes of the body, before anything parses them, with the webhookPublicKey of this platform; its fingerprint is shown above.',
  ],
  [
    (status) => status === 404,
    'Your receiver does not serve this path. Correct the path of the endpoint, or serve it.',
  ],
  [(status) => status === 405, 'Your receiver takes no POST on this path.'],
  [(status) => status >= 300 && status < 400, 'Redirects are not followed. Set the address to which it leads.'],
  [
    (status) => status === 413 || status === 415,
    'Your receiver refuses the body before your code sees it. Let it take application/json.',
  ],
  [
    (status) => status === 429,
    'Your receiver asks to be sent less. Events wait, and come at the pace at which it takes them.',
  ],
  [(status) => status >= 500, 'Your receiver failed on it. Its log says why; the answer above is how it begins.'],
];

const byError: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, 'Nothing listens there. Start your receiver, or correct the port of the endpoint.'],
  [/no answer within|timed? ?out/i, 'Your receiver takes too long. Store the event, answer, and work afterwards.'],
  [/ENOTFOUND|EAI_AGAIN|resolve/i, 'The name of the host is not known. Correct the endpoint.'],
  [
    /certificate|TLS|SSL|self.signed/i,
    'The certificate of the endpoint is not accepted. It has to be valid for its host.',
  ],
  [/ECONNRESET|socket|other side closed/i, 'Your receiver closes the connection before it has answered.'],
  [
    /public|private|address|not allowed/i,
    'Events are sent to public addresses only; a sandbox on your machine also sends to loopback.',
  ],
];

/** What came back from an attempt, in a few words. */
export function answerOf({ statusCode, answerHead, error }: Attempt): string {
  if (statusCode === null) return cellOf(error ?? 'no answer') ?? '';
  const head = answerHead === null || answerHead === '' ? '' : ` "${cellOf(answerHead.slice(0, 100))}"`;
  return `${statusCode}${head}`;
}

export function hintOf({ statusCode, error }: Attempt): string {
  if (statusCode !== null) {
    const hint = byStatus.find(([fits]) => fits(statusCode))?.[1];
    return hint ?? 'Your receiver did not answer with 200 to 299, which alone says that the event is safe.';
  }
  const hint = byError.find(([pattern]) => pattern.test(error ?? ''))?.[1];
  return hint ?? 'No answer came. See that the address can be reached from where the platform runs.';
}
