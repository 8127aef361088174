import type { Clock } from '../../ground/clock/clock.ts';
import { EndpointPace, type Outcome } from './endpoint-pace.ts';
import { type HeldDelivery, isUrgent, nameOf } from './held-delivery.ts';
import { longestSendMs } from './send.ts';

/**
 * How an attempt ended. One that was broken off says nothing about the endpoint, and is made again before anything
 * behind it; one that was set back has met a bug, and what is behind it goes on.
 */
export type AttemptEnd = Outcome | 'BROKEN_OFF' | 'SET_BACK';

export interface SendingQueueOptions {
  readonly clockOf: (tenant: number) => Clock;
  /** Makes the attempt. */
  readonly attempt: (held: HeldDelivery) => Promise<AttemptEnd>;
  /** Gives back what was not sent. */
  readonly release: (held: readonly HeldDelivery[]) => void;
  /** Nothing of this platform waits, and nothing is being sent to it. */
  readonly onIdle: (tenant: number) => void;
  /** A claim on the queue of some platform could find something, which it could not before. */
  readonly onRoom: () => void;
  readonly onPaceChange: (tenant: number, pace: EndpointPace, change: 'PAUSED' | 'RESUMED') => void;
}

/** Deliveries of one resource, sent one after the other. */
interface Lane {
  readonly resource: string;
  readonly waiting: HeldDelivery[];
}

interface Platform {
  readonly tenant: number;
  readonly pace: EndpointPace;
  readonly lanes: Map<string, Lane>;
  /** Lanes of which nothing is being sent, in the order of their turns. */
  readonly ready: Lane[];
  waiting: number;
  sending: number;
  /** It holds as many as it may, and nobody was told since that there is room again. */
  isFull: boolean;
}

/** Sockets beyond the one that every platform has for itself. */
const sharedSockets = 512;
/** A request for a decision is sent beside one attempt that does not end, paused or not. */
const socketsForUrgent = 2;
const mostUrgent = 8;
/** Left of a lease when an attempt has taken as long as it may, for recording it. */
const recordingMs = 5_000;

/**
 * What this process has claimed, platform by platform and resource by resource, and who is sent to next.
 * Every platform has one socket that no other can take, and more by turns as long as there are some.
 */
export class SendingQueue {
  readonly #options: SendingQueueOptions;
  readonly #platforms = new Map<number, Platform>();
  readonly #held = new Map<string, HeldDelivery>();
  #shared = 0;
  #isClosed = false;

  constructor(options: SendingQueueOptions) {
    this.#options = options;
  }

  /** How many deliveries wait or are being sent. */
  get size(): number {
    return this.#held.size;
  }

  /** How many endpoints are sent nothing or one event at a time, since their attempts keep failing. */
  get paused(): number {
    const isPaused = ({ tenant, pace }: Platform): boolean =>
      pace.breaker(this.#options.clockOf(tenant).now()) !== 'CLOSED';
    return [...this.#platforms.values()].filter(isPaused).length;
  }

  paceOf(tenant: number): EndpointPace | undefined {
    return this.#platforms.get(tenant)?.pace;
  }

  /** How many deliveries of a platform to claim. A new endpoint begins with nothing known of it. */
  room(tenant: number, endpoint: string): number {
    const known = this.#platforms.get(tenant);
    const now = this.#options.clockOf(tenant).now();
    if (known === undefined || known.pace.endpoint !== endpoint) return new EndpointPace(endpoint).room(now, 0);
    return known.pace.room(now, known.waiting + known.sending);
  }

  /** Whether a claim on the queue of a platform could find something. */
  hasRoom(tenant: number): boolean {
    const known = this.#platforms.get(tenant);
    return (
      known === undefined || known.pace.room(this.#options.clockOf(tenant).now(), known.waiting + known.sending) > 0
    );
  }

  /** Whether something of a platform waits for a socket. */
  isWaiting(tenant: number): boolean {
    return (this.#platforms.get(tenant)?.waiting ?? 0) > 0;
  }

  /** How many questions of a platform to claim: they overtake what waits, but not without end. */
  urgentRoom(tenant: number): number {
    const lanes = [...(this.#platforms.get(tenant)?.lanes.values() ?? [])];
    return mostUrgent - lanes.filter(({ waiting }) => isUrgent(waiting[0])).length;
  }

  /** Told which platforms have something due. */
  settle(hasDue: (tenant: number) => boolean): void {
    for (const platform of [...this.#platforms.values()]) {
      if (platform.waiting + platform.sending > 0 || hasDue(platform.tenant)) continue;
      platform.pace.settle();
      this.#forget(platform);
    }
  }

  /** Takes claimed deliveries of one platform in; of those that it holds already, only the new lease. */
  add(tenant: number, endpoint: string, claimed: readonly HeldDelivery[]): HeldDelivery[] {
    const platform = this.#platformOf(tenant, endpoint);
    const added: HeldDelivery[] = [];
    for (const held of claimed) {
      const name = nameOf(held.delivery);
      const known = this.#held.get(name);
      if (known !== undefined) {
        known.lease = held.lease;
        continue;
      }
      this.#held.set(name, held);
      added.push(held);
      enqueue(platform, held);
    }
    platform.isFull = !platform.pace.hasFew(platform.waiting + platform.sending);
    this.#forget(platform);
    if (this.#isClosed) this.close();
    else this.#fill();
    return added;
  }

  /** For which endpoints something waits. */
  get awaited(): { readonly tenant: number; readonly endpoint: string }[] {
    const waiting = [...this.#platforms.values()].filter((platform) => platform.waiting > 0);
    return waiting.map(({ tenant, pace: { endpoint } }) => ({ tenant, endpoint }));
  }

  /** Releases what waits of a platform; what is being sent continues. */
  giveBackOf(tenant: number): void {
    const known = this.#platforms.get(tenant);
    if (known !== undefined) this.#giveBack(known, () => true);
  }

  /** The same of all platforms, for good. */
  close(): void {
    this.#isClosed = true;
    for (const platform of this.#platforms.values()) this.#giveBack(platform, () => true);
  }

  #platformOf(tenant: number, endpoint: string): Platform {
    const known = this.#platforms.get(tenant);
    if (known?.pace.endpoint === endpoint) return known;
    if (known !== undefined) this.#giveBack(known, () => true);
    const pace = new EndpointPace(endpoint);
    const fresh: Platform = { tenant, pace, lanes: new Map(), ready: [], waiting: 0, sending: 0, isFull: false };
    this.#platforms.set(tenant, fresh);
    return fresh;
  }

  /** Starts what may be started, one of each platform in turn. */
  #fill(): void {
    if (this.#isClosed) return;
    for (let isFull = false; !isFull; ) {
      isFull = true;
      for (const platform of [...this.#platforms.values()]) {
        const lane = this.#nextLane(platform);
        if (lane === undefined) continue;
        isFull = false;
        // An endpoint that had its turn is last the next time.
        this.#platforms.delete(platform.tenant);
        this.#platforms.set(platform.tenant, platform);
        this.#start(platform, lane);
      }
    }
  }

  #nextLane({ tenant, pace, ready, sending }: Platform): Lane | undefined {
    const isAllowed = sending < pace.sockets(this.#options.clockOf(tenant).now());
    if (isAllowed && (sending === 0 || this.#shared < sharedSockets)) return ready.shift();
    const at = sending < socketsForUrgent ? ready.findIndex(({ waiting }) => isUrgent(waiting[0])) : -1;
    return at === -1 ? undefined : ready.splice(at, 1)[0];
  }

  #start(platform: Platform, lane: Lane): void {
    const held = lane.waiting.shift();
    if (held === undefined) throw new Error('a lane that waits for its turn has something to send');
    platform.waiting -= 1;
    // An attempt is only begun when its lease outlasts it.
    if (performance.now() + longestSendMs + recordingMs > held.lease.endsAtMs) {
      platform.lanes.delete(lane.resource);
      platform.waiting -= lane.waiting.length;
      this.#drop(platform, [held, ...lane.waiting.splice(0)]);
      this.#forget(platform);
      return;
    }
    if (platform.sending > 0) this.#shared += 1;
    platform.sending += 1;
    void this.#options.attempt(held).then((end) => this.#end(platform, lane, held, end));
  }

  #end(platform: Platform, lane: Lane, held: HeldDelivery, end: AttemptEnd): void {
    platform.sending -= 1;
    if (platform.sending > 0) this.#shared -= 1;
    this.#held.delete(nameOf(held.delivery));
    if (end === 'BROKEN_OFF') this.#empty(platform, lane);
    if (lane.waiting.length > 0) platform.ready.push(lane);
    else platform.lanes.delete(lane.resource);
    if (end !== 'BROKEN_OFF' && end !== 'SET_BACK') this.#learn(platform, end);
    this.#forget(platform);
    this.#fill();
    const left = platform.waiting + platform.sending;
    if (left === 0) this.#options.onIdle(platform.tenant);
    else if (platform.isFull && platform.pace.hasFew(left)) {
      platform.isFull = false;
      this.#options.onRoom();
    }
  }

  #learn(platform: Platform, outcome: Outcome): void {
    const { clockOf, onPaceChange } = this.#options;
    const clock = clockOf(platform.tenant);
    const change = platform.pace.record(outcome, clock.now());
    if (change !== undefined) onPaceChange(platform.tenant, platform.pace, change);
    if (platform.pace.sockets(clock.now()) === 0) this.#giveBack(platform, ({ waiting }) => !isUrgent(waiting[0]));
  }

  #giveBack(platform: Platform, isGivenBack: (lane: Lane) => boolean): void {
    for (const lane of [...platform.lanes.values()].filter(isGivenBack)) {
      const at = platform.ready.indexOf(lane);
      if (at !== -1) {
        platform.ready.splice(at, 1);
        platform.lanes.delete(lane.resource);
      }
      this.#empty(platform, lane);
    }
    this.#forget(platform);
  }

  #empty(platform: Platform, lane: Lane): void {
    const waiting = lane.waiting.splice(0);
    platform.waiting -= waiting.length;
    this.#drop(platform, waiting);
  }

  #drop(platform: Platform, waiting: readonly HeldDelivery[]): void {
    for (const held of waiting) this.#held.delete(nameOf(held.delivery));
    if (waiting.length === 0) return;
    this.#options.release(waiting);
    if (platform.waiting + platform.sending === 0) this.#options.onIdle(platform.tenant);
  }

  /** Keeps what is under way or has failed; of anything else there is nothing to remember. */
  #forget({ tenant, pace, waiting, sending }: Platform): void {
    if (waiting + sending > 0 || !pace.isForgettable) return;
    if (this.#platforms.get(tenant)?.pace === pace) this.#platforms.delete(tenant);
  }
}

function enqueue(platform: Platform, held: HeldDelivery): void {
  const resource = held.delivery.resource_id;
  const known = platform.lanes.get(resource);
  platform.waiting += 1;
  if (known !== undefined) {
    known.waiting.push(held);
    known.waiting.sort((a, b) => a.delivery.sequence - b.delivery.sequence);
    return;
  }
  const lane: Lane = { resource, waiting: [held] };
  platform.lanes.set(resource, lane);
  if (isUrgent(held)) platform.ready.unshift(lane);
  else platform.ready.push(lane);
}
