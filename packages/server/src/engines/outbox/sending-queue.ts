import type { Clock } from '../../ground/clock/clock.ts';
import { EndpointPace, type Outcome } from './endpoint-pace.ts';
import { type HeldDelivery, isUrgent, nameOf } from './held-delivery.ts';
import { longestSendMs } from './send.ts';

/**
 * How an attempt ended. An attempt that was broken off says nothing about the endpoint and is repeated before the
 * deliveries behind it. One that was set back met a bug, and the deliveries behind it continue.
 */
export type AttemptEnd = Outcome | 'BROKEN_OFF' | 'SET_BACK';

export interface SendingQueueOptions {
  readonly clockOf: (tenant: number) => Clock;
  /** Makes the attempt. */
  readonly attempt: (held: HeldDelivery) => Promise<AttemptEnd>;
  /** Releases deliveries that were not sent. */
  readonly release: (held: readonly HeldDelivery[]) => void;
  /** Called when a platform has nothing waiting and no running attempt. */
  readonly onIdle: (tenant: number) => void;
  /** Called when a claim for some platform may find something that it could not before. */
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
  /** Lanes without a running attempt, in the order of their turns. */
  readonly ready: Lane[];
  waiting: number;
  sending: number;
  /** It holds as many deliveries as it may, and has not reported new room since. */
  isFull: boolean;
}

/** Sockets in addition to the one that every platform has for itself. */
const sharedSockets = 512;
/** An urgent event may be sent next to one attempt that does not end, even during a pause. */
const socketsForUrgent = 2;
const mostUrgent = 8;
/** The time that a lease must have left for recording, after the longest attempt. */
const recordingMs = 5_000;

/**
 * The deliveries that this process has claimed, by platform and resource, and the order of sending. Every platform has
 * one socket of its own. The shared sockets are given to platforms in turn.
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

  /** The number of deliveries that wait or are being sent. */
  get size(): number {
    return this.#held.size;
  }

  /** The number of endpoints that are paused or on trial, because their attempts keep failing. */
  get paused(): number {
    const isPaused = ({ tenant, pace }: Platform): boolean =>
      pace.breaker(this.#options.clockOf(tenant).now()) !== 'CLOSED';
    return [...this.#platforms.values()].filter(isPaused).length;
  }

  paceOf(tenant: number): EndpointPace | undefined {
    return this.#platforms.get(tenant)?.pace;
  }

  /** How many deliveries of a platform to claim. A new endpoint starts without a history. */
  room(tenant: number, endpoint: string): number {
    const known = this.#platforms.get(tenant);
    const now = this.#options.clockOf(tenant).now();
    if (known === undefined || known.pace.endpoint !== endpoint) return new EndpointPace(endpoint).room(now, 0);
    return known.pace.room(now, known.waiting + known.sending);
  }

  /** Whether a claim for a platform could find something. */
  hasRoom(tenant: number): boolean {
    const known = this.#platforms.get(tenant);
    return (
      known === undefined || known.pace.room(this.#options.clockOf(tenant).now(), known.waiting + known.sending) > 0
    );
  }

  /** Whether deliveries of a platform wait for a socket. */
  isWaiting(tenant: number): boolean {
    return (this.#platforms.get(tenant)?.waiting ?? 0) > 0;
  }

  /**
   * How many urgent events of a platform to claim. They overtake other deliveries, but their number is limited.
   */
  urgentRoom(tenant: number): number {
    const lanes = [...(this.#platforms.get(tenant)?.lanes.values() ?? [])];
    return mostUrgent - lanes.filter(({ waiting }) => isUrgent(waiting[0])).length;
  }

  /** Call it with the platforms that have something due. */
  settle(hasDue: (tenant: number) => boolean): void {
    for (const platform of [...this.#platforms.values()]) {
      if (platform.waiting + platform.sending > 0 || hasDue(platform.tenant)) continue;
      platform.pace.settle();
      this.#forget(platform);
    }
  }

  /**
   * Adds claimed deliveries of one platform and returns the new ones. A delivery that it already holds only gets the
   * new lease.
   */
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

  /** The endpoints with waiting deliveries. */
  get awaited(): { readonly tenant: number; readonly endpoint: string }[] {
    const waiting = [...this.#platforms.values()].filter((platform) => platform.waiting > 0);
    return waiting.map(({ tenant, pace: { endpoint } }) => ({ tenant, endpoint }));
  }

  /** Releases the waiting deliveries of a platform. Running attempts continue. */
  giveBackOf(tenant: number): void {
    const known = this.#platforms.get(tenant);
    if (known !== undefined) this.#giveBack(known, () => true);
  }

  /** The same for all platforms, permanently. */
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

  /** Starts all attempts that may start, one of each platform in turn. */
  #fill(): void {
    if (this.#isClosed) return;
    for (let isFull = false; !isFull; ) {
      isFull = true;
      for (const platform of [...this.#platforms.values()]) {
        const lane = this.#nextLane(platform);
        if (lane === undefined) continue;
        isFull = false;
        // After its turn, an endpoint is last.
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
    // An attempt only starts if its lease outlasts it.
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

  /** Forgets a platform without held deliveries and without failures. */
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
  // Urgent events overtake others, but not each other: each is awaited for a limited time.
  const at = isUrgent(held) ? platform.ready.findIndex(({ waiting }) => !isUrgent(waiting[0])) : -1;
  if (at === -1) platform.ready.push(lane);
  else platform.ready.splice(at, 0, lane);
}
