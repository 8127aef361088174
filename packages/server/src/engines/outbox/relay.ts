import type { KeyObject } from 'node:crypto';
import { type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import { mustMove } from '../states/transition.ts';
import { AttemptRecorder, isTaken } from './attempt-recorder.ts';
import {
  type ClaimedDelivery,
  type ClaimOptions,
  claimDueDeliveries,
  claimUrgentDeliveries,
  findNextPlace,
  firstUrgentDueAt,
  listDeliveryQueues,
  lockDeliveryClaims,
  type QueuePlace,
  queueStart,
  skipDeliveries,
} from './deliveries-repository.ts';
import { DeliveryTroubles, readPayloads, type Unreadable } from './delivery-troubles.ts';
import type { EndpointPace, Outcome } from './endpoint-pace.ts';
import { findSigningKey } from './keys.ts';
import { sentOnce } from './retry-schedule.ts';
import type { WebhookAnswer } from './send.ts';
import { type HeldDelivery, type Lease, SendingQueue } from './sending-queue.ts';
import { signatureHeader, signatureOf } from './sign.ts';

/**
 * Told of each answer as soon as it is there, since some events are questions. What it does stays outside
 * the delivery: an answer of any kind is recorded as one.
 */
export type OnAnswer = (deps: ServerDeps, delivery: ClaimedDelivery, answer: WebhookAnswer) => Promise<void>;

export interface RelayOptions {
  /** The webhook endpoint of a platform; `null` when it has none. */
  readonly endpointOf: (unit: Unit, tenant: number) => Promise<string | null>;
  readonly onAnswer: OnAnswer;
  readonly onBug: (error: unknown) => void;
  /** Told in a line when an endpoint is paused, and when it is sent to again. */
  readonly onPause: (line: string) => void;
  /** Something may be claimed now that could not before. */
  readonly onFree: () => void;
}

/** A claim: how many deliveries, and when all of them are recorded or released. */
export interface Taken {
  readonly count: number;
  readonly done: Promise<unknown>;
}

/** In real time, whatever the clock shows: longer than an attempt, so that none outlives its claim. */
const leaseMs = 30 * secondMs;
/** Deliveries that one claim takes, of all platforms together. */
const mostClaimed = 256;
/** An answer that took longer is slow. */
const slowMs = secondMs;
/** What is under way when the server stops may end by itself for so long. */
const graceMs = secondMs;

/** The states out of which a delivery without an endpoint is skipped. */
const skips = (['PENDING', 'WAITING'] as const).map((from) => ({
  from,
  to: mustMove('webhook-delivery', from, 'SKIP').to,
}));

/** Deliveries of one platform that were claimed, with what sending them needs. */
interface Claim {
  readonly tenant: number;
  readonly endpoint: string;
  readonly key: KeyObject;
  readonly claimed: readonly { readonly delivery: ClaimedDelivery; readonly body: string }[];
  readonly unreadable: readonly Unreadable[];
  /** Where the next look along the queue begins. */
  readonly next: QueuePlace;
}

/**
 * Sends what is due and records how it went. No unit is open while anything is sent. Safe to run in any number
 * of processes at once: a delivery may be sent twice only when the process that took it dies.
 */
export class Relay {
  readonly #deps: ServerDeps;
  readonly #options: RelayOptions;
  readonly #queue: SendingQueue;
  readonly #recorder: AttemptRecorder;
  readonly #troubles: DeliveryTroubles;
  /** Signing keys that were opened: opening one costs more than signing. */
  readonly #keys = new Map<number, KeyObject>();
  readonly #places = new Map<number, QueuePlace>();
  /** The platform that was served last. */
  #last = 0;
  #taking: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(deps: ServerDeps, options: RelayOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#recorder = new AttemptRecorder({
      database: deps.database,
      onBug: options.onBug,
      onRecorded: options.onFree,
    });
    this.#troubles = new DeliveryTroubles(deps, options.onBug);
    this.#queue = new SendingQueue({
      clock: deps.clock,
      attempt: (held) => this.#attempt(held),
      release: (all) => this.#release(all),
      onIdle: () => this.#recorder.flush(),
      onPaceChange: (tenant, pace, change) => options.onPause(lineOf(tenant, pace, change)),
    });
  }

  /** When something can be claimed that cannot be now; a paused endpoint is left alone until its pause is over. */
  async nextDueAt(unit: Unit): Promise<Instant | undefined> {
    const now = this.#deps.clock.now();
    const times: Instant[] = [];
    const queues = await listDeliveryQueues(unit);
    const due = new Set(queues.filter(({ due_at }) => due_at <= now).map(({ tenant }) => tenant));
    this.#queue.settle((tenant) => due.has(tenant));
    for (const { tenant, due_at } of queues) {
      const at = this.#queue.paceOf(tenant)?.earliest(due_at) ?? due_at;
      const canWait = at > now || this.#queue.hasRoom(tenant);
      const urgentAt = at !== due_at || !canWait ? await firstUrgentDueAt(unit, tenant) : undefined;
      if (urgentAt !== undefined) times.push(urgentAt);
      if (canWait) times.push(at);
    }
    return times.sort()[0];
  }

  /** For who moves the clock: sends some of what is due while it stands still, and answers how much that was. */
  async settle(): Promise<number> {
    this.#recorder.isStanding = true;
    try {
      const { count, done } = await this.take();
      await done;
      return count;
    } finally {
      this.#recorder.isStanding = false;
    }
  }

  /** Claims what is due, as far as there is room for it, and begins to send it. */
  async take(): Promise<Taken> {
    if (this.#isStopped) return { count: 0, done: Promise.resolve() };
    const taking = this.#take();
    this.#taking = taking.catch(() => undefined);
    return taking;
  }

  async #take(): Promise<Taken> {
    const now = this.#deps.clock.now();
    const lease: Lease = {
      until: plusMs(now, this.#deps.clock.shownMs(leaseMs)),
      endsAtMs: performance.now() + leaseMs,
    };
    const claims = await this.#deps.database.transaction((unit) => this.#claim(unit, now, lease.until));
    await this.#troubles.setBack(
      claims.flatMap(({ unreadable }) => unreadable),
      lease.until,
    );
    const ends: Promise<void>[] = [];
    for (const { tenant, endpoint, key, claimed, next } of claims) {
      this.#last = tenant;
      if (next === queueStart) this.#places.delete(tenant);
      else this.#places.set(tenant, next);
      const held = claimed.map(({ delivery, body }): HeldDelivery => {
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.push(promise);
        return { delivery, endpoint, key, body, lease, done: resolve };
      });
      const added = new Set(this.#queue.add(tenant, endpoint, held));
      for (const one of held) if (!added.has(one)) one.done();
    }
    return { count: ends.length, done: Promise.all(ends) };
  }

  /**
   * Lets what is under way end for a moment and breaks off the rest. What has no answer is due again at once:
   * the next process sends it, and a receiver that has it already knows it by its id.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#queue.close();
    await this.#taking;
    const givesUpAt = performance.now() + graceMs;
    while (this.#queue.size > 0 && performance.now() < givesUpAt) await pause(10);
    await this.#deps.send.close();
    while (this.#queue.size > 0 && performance.now() < givesUpAt + graceMs) await pause(10);
    await this.#recorder.close();
  }

  async #claim(unit: Unit, now: Instant, leasedUntil: Instant): Promise<Claim[]> {
    lockDeliveryClaims(unit);
    const due = (await listDeliveryQueues(unit)).filter(({ due_at }) => due_at <= now);
    const behind = Math.max(
      0,
      due.findIndex(({ tenant }) => tenant > this.#last),
    );
    const inTurn = [...due.slice(behind), ...due.slice(0, behind)].slice(0, mostClaimed);
    const open = inTurn.filter(({ tenant }) => this.#queue.hasRoom(tenant)).length;
    const bounds = { now, leasedUntil, limit: Math.ceil(mostClaimed / Math.max(1, open)) };
    const claims = await Promise.all(inTurn.map(({ tenant }) => this.#claimOf(unit, { tenant, ...bounds })));
    return claims.filter((claim) => claim !== undefined);
  }

  async #claimOf(unit: Unit, bounds: Omit<ClaimOptions, 'after'>): Promise<Claim | undefined> {
    const { tenant, now } = bounds;
    const urgentAt = await firstUrgentDueAt(unit, tenant);
    const hasUrgent = urgentAt !== undefined && urgentAt <= now;
    // A new endpoint is sent a TEST event, so it is not missed here.
    if (!hasUrgent && !this.#queue.hasRoom(tenant)) return undefined;
    const endpoint = await this.#options.endpointOf(unit, tenant);
    if (endpoint === null) {
      for (const { from, to } of skips) await skipDeliveries(unit, { tenant, now, from, to });
      return undefined;
    }
    const urgentRoom = hasUrgent ? this.#queue.urgentRoom(tenant) : 0;
    const urgent = urgentRoom > 0 ? await claimUrgentDeliveries(unit, { ...bounds, limit: urgentRoom }) : [];
    const room = Math.min(bounds.limit, this.#queue.room(tenant, endpoint)) - urgent.length;
    const { claimed, next } = await this.#look(unit, { ...bounds, limit: room });
    const { readable, unreadable } = await readPayloads(unit, [...urgent, ...claimed]);
    return { tenant, endpoint, key: await this.#key(unit, tenant), claimed: readable, unreadable, next };
  }

  /** Looks at the head of the queue, and further along it than the last time when there is too little. */
  async #look(
    unit: Unit,
    bounds: Omit<ClaimOptions, 'after'>,
  ): Promise<{ claimed: readonly ClaimedDelivery[]; next: QueuePlace }> {
    const place = this.#places.get(bounds.tenant) ?? queueStart;
    if (bounds.limit <= 0) return { claimed: [], next: place };
    const first = await claimDueDeliveries(unit, { ...bounds, after: queueStart });
    const limit = bounds.limit - first.length;
    if (limit === 0) return { claimed: first, next: place };
    const further = place === queueStart ? [] : await claimDueDeliveries(unit, { ...bounds, limit, after: place });
    return { claimed: [...first, ...further], next: await findNextPlace(unit, { ...bounds, after: place }) };
  }

  async #key(unit: Unit, tenant: number): Promise<KeyObject> {
    const key = this.#keys.get(tenant) ?? (await findSigningKey(unit, tenant, this.#deps.sealer));
    this.#keys.set(tenant, key);
    return key;
  }

  async #attempt(held: HeldDelivery): Promise<Outcome | undefined> {
    try {
      const { clock, send } = this.#deps;
      const { endpoint, body, key } = held;
      const startedAt = clock.now();
      const startedMs = performance.now();
      const answer = await send({ endpoint, body, headers: { [signatureHeader]: signatureOf(body, key) } });
      const durationMs = Math.round(performance.now() - startedMs);
      if (answer.statusCode === null && answer.isBrokenOff === true) {
        this.#release([held]);
        return undefined;
      }
      const endedAt = clock.now();
      await this.#options.onAnswer(this.#deps, held.delivery, answer);
      const { statusCode } = answer;
      const error = answer.statusCode === null ? answer.error : null;
      this.#recorder.add({ held, startedAt, endedAt, durationMs, statusCode, error });
      await this.#troubles.forget(held.delivery);
      return outcomeOf(held.delivery, answer, durationMs);
    } catch (error) {
      // Nothing is recorded of the attempt: it is made again later, as whatever else throws when it is due.
      await this.#troubles
        .setBack([{ delivery: held.delivery, thrown: error }], held.lease.until)
        .catch(this.#options.onBug);
      held.done();
      return undefined;
    }
  }

  #release(all: readonly HeldDelivery[]): void {
    for (const held of all) {
      const { status, created_at } = held.delivery;
      const dueAt = status === 'PENDING' ? created_at : this.#deps.clock.now();
      this.#recorder.add({ held, dueAt });
    }
  }
}

/** What an endpoint answers to a question is its answer, whatever it says; anything else it can only take. */
function outcomeOf({ type }: ClaimedDelivery, answer: WebhookAnswer, durationMs: number): Outcome {
  if (answer.statusCode === null) return answer.isTimeout === true ? 'TIMED_OUT' : 'REFUSED';
  const isAnswer = sentOnce.has(type) && answer.statusCode < 500;
  return isAnswer || isTaken(answer.statusCode) ? (durationMs > slowMs ? 'TAKEN_SLOWLY' : 'TAKEN') : 'REFUSED';
}

/** The path of an endpoint may hold a secret, so only its origin is logged. */
function lineOf(tenant: number, { endpoint }: EndpointPace, change: 'PAUSED' | 'RESUMED'): string {
  const where = `webhooks of tenant ${tenant} to ${new URL(endpoint).origin}`;
  return change === 'PAUSED'
    ? `${where} are paused: the attempts keep failing. Its queue is tried again, one event at a time, every few seconds.`
    : `${where} are taken again.`;
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
