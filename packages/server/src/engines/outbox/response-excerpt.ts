import type { WebhookAnswer } from './send.ts';

/** The number of characters of a response that are stored with its attempt. */
const longestExcerpt = 500;

/** The beginning of a receiver's response, as text that can be stored; `null` if there was none. */
export function responseExcerpt(answer: WebhookAnswer): string | null {
  if (answer.statusCode === null || answer.body === '') return null;
  return answer.body.slice(0, longestExcerpt).toWellFormed().replaceAll('\0', '\uFFFD');
}
