import { secondMs } from '../../ground/clock/instant.ts';
import type { Engine } from '../../ground/database/statement.ts';

/** A search that takes longer than this has passed over many old versions. */
const slowMs = 25;
/** After a slow search the next whole one waits for this many times as long as it took, up to a limit. */
const pausePerSearch = 10;
const longestPauseMs = 5 * secondMs;

/** A unit that began earlier than this can still commit work that is due before the floor of a search. */
export const floorMarginMs = 2 * secondMs;

/**
 * When a search for due work looks at everything. As long as another session keeps a transaction open, such as a
 * backup, PostgreSQL keeps the old versions of all work that was done since, and every search from the start passes
 * over them. So once a whole search has been slow, searches begin at a floor, the first work that it found, and a whole
 * one now and then finds what is due before.
 */
export class SearchPace {
  readonly #slowMs: number;
  #isWholeFromMs = Number.NEGATIVE_INFINITY;

  constructor(slowAfterMs = slowMs) {
    this.#slowMs = slowAfterMs;
  }

  get beginsAtFloor(): boolean {
    return performance.now() < this.#isWholeFromMs;
  }

  /** Notes a whole search and returns whether it was slow. Only PostgreSQL keeps old versions. */
  isSlow(engine: Engine, startedMs: number): boolean {
    const endedMs = performance.now();
    const tookMs = endedMs - startedMs;
    const isSlow = engine === 'postgres' && tookMs > this.#slowMs;
    this.#isWholeFromMs = isSlow
      ? endedMs + Math.min(tookMs * pausePerSearch, longestPauseMs)
      : Number.NEGATIVE_INFINITY;
    return isSlow;
  }
}
