import { epochMsOf, type Instant } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { floorMarginMs, SearchPace } from './search-pace.ts';
import { nextTimerAt } from './timers.ts';

/** Where to look for the due timers of a kind, so that a search does not pass over the versions of fired ones. */
export class TimerFloor {
  readonly #kind: string;
  readonly #pace: SearchPace;
  #fromMs = 0;

  constructor(kind: string, pace = new SearchPace()) {
    this.#kind = kind;
    this.#pace = pace;
  }

  /** The due time in real time from which timers are claimed. */
  get fromMs(): number {
    return this.#fromMs;
  }

  /** When the next timer is due. One that is due before the floor is found by the next whole search. */
  async nextAt(unit: Unit, now: Instant): Promise<Instant | undefined> {
    if (this.#pace.beginsAtFloor) return nextTimerAt(unit, this.#kind, this.#fromMs);
    const startedMs = performance.now();
    const dueAt = await nextTimerAt(unit, this.#kind);
    const latestMs = epochMsOf(now) - floorMarginMs;
    const firstMs = dueAt === undefined ? latestMs : Math.min(epochMsOf(dueAt), latestMs);
    this.#fromMs = this.#pace.isSlow(unit.engine, startedMs) ? firstMs : 0;
    return dueAt;
  }
}
