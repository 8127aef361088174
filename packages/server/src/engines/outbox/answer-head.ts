import type { WebhookAnswer } from './send.ts';

/** As much of an answer as is kept with its attempt. */
export const longestHead = 500;

/** The beginning of what a receiver answered, as text that can be stored; `null` when there was nothing. */
export function answerHeadOf(answer: WebhookAnswer): string | null {
  if (answer.statusCode === null || answer.body === '') return null;
  return answer.body.slice(0, longestHead).toWellFormed().replaceAll('\0', '\uFFFD');
}
