import { type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';

/** The outcome of an attempt, for the pace of the endpoint. */
export type Outcome = 'TAKEN' | 'TAKEN_SLOWLY' | 'REFUSED' | 'TIMED_OUT';

/** The states of a circuit breaker: everything is sent, nothing is, or one event at a time as a trial. */
export type Breaker = 'CLOSED' | 'OPEN' | 'HALF_OPEN';

/** A pause of an endpoint, as shown to its platform. */
export interface Pause {
  readonly pausedAt: Instant;
  readonly nextAttemptAt: Instant;
}

/** A new endpoint starts with two sockets. Each success adds one, each failure halves them. */
const firstSockets = 2;
const mostSockets = 64;
/** A slow endpoint must not hold the sockets that others could use. */
const mostSlowSockets = 8;
/** Deliveries are claimed ahead, so that no socket waits for the database; more of them for a fast endpoint. */
const mostHeld = 128;
const mostHeldPerSocket = 4;

/**
 * An endpoint is paused after this many failures in a row with more events waiting. After the pause, as many are tried,
 * one at a time. A queue of at most this length keeps its retry schedule to the second.
 */
const mostFailures = 64;
/** An attempt without a response occupies a socket for ten seconds, so a few are enough. */
const weightOfTimeout = 16;
const firstPauseMs = secondMs;
const longestPauseMs = 10 * secondMs;

/**
 * The pace of one endpoint of one platform: how many sockets it has, and whether it is paused. It is in memory,
 * separate for each process, and forgotten when the endpoint changes.
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

  /** The start of the pause, and the time of the next trial; `undefined` if the endpoint is not paused. */
  get pause(): Pause | undefined {
    const [pausedAt, nextAttemptAt] = [this.#pausedAt, this.#pausedUntil];
    return pausedAt === undefined || nextAttemptAt === undefined ? undefined : { pausedAt, nextAttemptAt };
  }

  /** The earliest time to claim a delivery that is due at `dueAt`. */
  earliest(dueAt: Instant): Instant {
    return this.#pausedUntil !== undefined && this.#pausedUntil > dueAt ? this.#pausedUntil : dueAt;
  }

  /** Without failures there is nothing to remember. */
  get isForgettable(): boolean {
    return this.#failures === 0 && this.#pausedUntil === undefined;
  }

  /** How many attempts may run at once. */
  sockets(now: Instant): number {
    const breaker = this.breaker(now);
    if (breaker === 'CLOSED') return this.#sockets;
    return breaker === 'OPEN' ? 0 : 1;
  }

  /** How many deliveries to claim if this many are held. Claiming a few at a time would cost a commit each. */
  room(now: Instant, held: number): number {
    const breaker = this.breaker(now);
    if (breaker === 'OPEN') return 0;
    if (breaker === 'HALF_OPEN') return held === 0 ? mostFailures - this.#failures : 0;
    return this.hasFew(held) ? this.#most - held : 0;
  }

  /** Whether more may be claimed if this many are held. */
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
    // Attempts that were running when the pause began carry no new information.
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

  /** Call it when everything due has been tried: then the failures delay no other event. */
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

  /** During a trial, one attempt without a response is enough. */
  #weight(outcome: Outcome, breaker: Breaker): number {
    if (outcome === 'REFUSED') return 1;
    return breaker === 'CLOSED' ? weightOfTimeout : mostFailures;
  }
}
