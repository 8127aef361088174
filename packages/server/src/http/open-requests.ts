import type { ServerResponse } from 'node:http';
import { type Refusal, refuse } from '../operation/operation.ts';

/** How many requests of a platform may be open at the same time in one process. */
const mostOpenRequests = 512;

/** Any of them may end meanwhile. */
const secondsToWait = 1;

const tooMany: Refusal<'RATE_LIMITED'> = {
  ...refuse(
    'RATE_LIMITED',
    `Your platform has ${mostOpenRequests} open requests, which is the limit, so nothing was done. Repeat the request after the seconds in Retry-After, and send fewer at the same time.`,
  ),
  retryAfterSeconds: secondsToWait,
};

/** Counts the open requests of each platform, because waiting requests take memory. */
export class OpenRequests {
  readonly #counts = new Map<number, number>();

  /** Counts a request until its response is closed, or returns the refusal. */
  admit(party: number, response: ServerResponse): Refusal<'RATE_LIMITED'> | undefined {
    const open = this.#counts.get(party) ?? 0;
    if (open >= mostOpenRequests) return tooMany;
    // Its caller is gone, and no event will end it.
    if (response.closed) return undefined;
    this.#counts.set(party, open + 1);
    response.once('close', () => {
      const left = (this.#counts.get(party) ?? 0) - 1;
      if (left > 0) this.#counts.set(party, left);
      else this.#counts.delete(party);
    });
    return undefined;
  }
}
