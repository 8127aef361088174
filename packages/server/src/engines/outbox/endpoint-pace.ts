import { type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';

/** The outcome of an attempt, for the pace of the endpoint. */
export type Outcome = 'TAKEN' | 'TAKEN_SLOWLY' | 'REFUSED' | 'TIMED_OUT';

/** The states of a circuit breaker: everything is sent, nothing is, or one at a time to see. */
export type Breaker = 'CLOSED' | 'OPEN' | 'HALF_OPEN';

/** A pause of an endpoint, as its platform is told of it. */
export interface Pause {
  readonly pausedAt: Instant;
  readonly nextAttemptAt: Instant;
}

/** An endpoint of which nothing is known begins with two sockets; each success adds one, each failure halves them. */
const firstSockets = 2;
const mostSockets = 64;
/** An endpoint that takes its time must not hold the sockets that others could use. */
const mostSlowSockets = 8;
/** Taken in advance, so that no socket waits for the database; more where they are sent in no time. */
const mostHeld = 128;
const mostHeldPerSocket = 4;

/**
 * Failures in a row, with more waiting behind them, after which an endpoint is paused; as many are tried, one at
 * a time, when the pause is over. A queue that is no longer than this keeps the schedule of retries to the second.
 */
const mostFailures = 64;
/** An attempt without an answer costs a socket for ten seconds, so a few are enough. */
const weightOfTimeout = 16;
const firstPauseMs = secondMs;
const longestPauseMs = 10 * secondMs;

/**
 * How fast one endpoint of one platform is sent to: how many sockets it has, and whether it is paused. Kept in
 * memory, for each process its own; it is forgotten when the endpoint changes.
 */
export class EndpointPace {
  readonly endpoint: string;
  #sockets = firstSockets;
  #failures = 0;
  #pauseMs = 0;
  #pausedAt: Instant | undefined;
  #pausedUntil: Instant | undefined;

  constructor(endpoint: string) {
    this.endpoint = endpoint;
  }

  breaker(now: Instant): Breaker {
    if (this.#pausedUntil === undefined) return 'CLOSED';
    return this.#pausedUntil > now ? 'OPEN' : 'HALF_OPEN';
  }

  /** Since when nothing is sent but what is tried, and when that is; `undefined` where everything is. */
  get pause(): Pause | undefined {
    const [pausedAt, nextAttemptAt] = [this.#pausedAt, this.#pausedUntil];
    return pausedAt === undefined || nextAttemptAt === undefined ? undefined : { pausedAt, nextAttemptAt };
  }

  /** When a delivery that is due then may be taken at the earliest. */
  earliest(dueAt: Instant): Instant {
    return this.#pausedUntil !== undefined && this.#pausedUntil > dueAt ? this.#pausedUntil : dueAt;
  }

  /** Nothing has gone wrong, so nothing is lost when it is forgotten. */
  get isForgettable(): boolean {
    return this.#failures === 0 && this.#pausedUntil === undefined;
  }

  /** How many attempts may be under way. */
  sockets(now: Instant): number {
    const breaker = this.breaker(now);
    if (breaker === 'CLOSED') return this.#sockets;
    return breaker === 'OPEN' ? 0 : 1;
  }

  /** How many deliveries to take when this many are held; few at a time would cost a commit each. */
  room(now: Instant, held: number): number {
    const breaker = this.breaker(now);
    if (breaker === 'OPEN') return 0;
    if (breaker === 'HALF_OPEN') return held === 0 ? mostFailures - this.#failures : 0;
    return this.hasFew(held) ? this.#most - held : 0;
  }

  /** Whether more may be taken where this many are held. */
  hasFew(held: number): boolean {
    return held <= this.#most / 2;
  }

  get #most(): number {
    return Math.max(mostHeld, mostHeldPerSocket * this.#sockets);
  }

  /** Records the outcome and returns whether it paused the endpoint or resumed it. */
  record(outcome: Outcome, now: Instant): 'PAUSED' | 'RESUMED' | undefined {
    if (outcome === 'TAKEN' || outcome === 'TAKEN_SLOWLY') return this.#recordSuccess(outcome);
    const breaker = this.breaker(now);
    // What was under way when the pause began says nothing new.
    if (breaker === 'OPEN') return undefined;
    this.#sockets = Math.max(1, Math.floor(this.#sockets / 2));
    this.#failures += this.#weight(outcome, breaker);
    if (this.#failures < mostFailures) return undefined;
    this.#failures = 0;
    this.#pauseMs = Math.min(Math.max(firstPauseMs, this.#pauseMs * 2), longestPauseMs);
    this.#pausedAt ??= now;
    this.#pausedUntil = plusMs(now, this.#pauseMs);
    return breaker === 'CLOSED' ? 'PAUSED' : undefined;
  }

  /** Everything that was due has been tried: nobody is kept waiting by what failed. */
  settle(): void {
    this.#failures = 0;
  }

  #recordSuccess(outcome: Outcome): 'RESUMED' | undefined {
    const most = outcome === 'TAKEN' ? mostSockets : mostSlowSockets;
    this.#sockets += Math.sign(most - this.#sockets);
    this.#failures = 0;
    if (this.#pausedUntil === undefined) return undefined;
    this.#pausedAt = undefined;
    this.#pausedUntil = undefined;
    this.#pauseMs = 0;
    return 'RESUMED';
  }

  /** On trial one attempt without an answer is enough. */
  #weight(outcome: Outcome, breaker: Breaker): number {
    if (outcome === 'REFUSED') return 1;
    return breaker === 'CLOSED' ? weightOfTimeout : mostFailures;
  }
}
