import { setTimeout as delay } from 'node:timers/promises';
import { earliestOf, type Instant, secondMs } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { DueDeps } from '../due-work/due-work.ts';
import { AttemptRecorder, isTaken } from './attempt-recorder.ts';
import type { ClaimedDelivery } from './deliveries-repository.ts';
import { type ClaimDeps, DeliveryClaims, type EndpointOf, isDue, type Queue } from './delivery-claims.ts';
import { DeliveryTroubles } from './delivery-troubles.ts';
import type { EndpointPace, Outcome, Pause } from './endpoint-pace.ts';
import type { AttemptListener, FinishedAttempt } from './finished-attempt.ts';
import { firstUrgentDueAts } from './first-urgent.ts';
import type { HeldDelivery, Lease } from './held-delivery.ts';
import { responseExcerpt } from './response-excerpt.ts';
import { neverRetried } from './retry-schedule.ts';
import type { SendWebhook, WebhookAnswer } from './send.ts';
import { type AttemptEnd, SendingQueue } from './sending-queue.ts';

/**
 * Called with each response as soon as it arrives, since some events are requests for a decision. Its effects are
 * separate from the delivery: any response is recorded as such.
 */
type OnAnswer = (delivery: ClaimedDelivery, answer: WebhookAnswer) => Promise<void>;

/** The server's dependencies for sending. */
export interface RelayDeps extends DueDeps, ClaimDeps {
  readonly send: SendWebhook;
}

export interface RelayOptions {
  readonly endpointOf: EndpointOf;
  readonly onAnswer: OnAnswer;
  /** Called after every attempt. Must return at once. */
  readonly onAttempt: AttemptListener;
  readonly onBug: (error: unknown) => void;
  /** Called with a line of text when an endpoint is paused, and when it accepts events again. */
  readonly onPause: (line: string) => void;
  /** Called when a claim may find something that it could not before. */
  readonly onFree: () => void;
}

/** The load of a relay. */
export interface RelayLoad {
  /** Deliveries that it has claimed and not recorded yet. */
  readonly held: number;
  readonly pausedEndpoints: number;
  /** The due time of the oldest due delivery, in real time, as of the last look; `undefined` if none is due. */
  readonly oldestDueAt: Instant | undefined;
}

/** A claim: the number of deliveries, and a promise that resolves when all of them are recorded or released. */
export interface Taken {
  readonly count: number;
  readonly done: Promise<unknown>;
}

/** In real time, whatever the clock shows, and longer than an attempt, so that no attempt outlives its claim. */
const leaseMs = 30 * secondMs;
/** A response that takes longer is slow. */
const slowMs = secondMs;
/** How long running attempts may take to finish when the server stops. */
const graceMs = secondMs;

/**
 * Sends due deliveries and records the results. No unit is open while it sends. Safe in any number of processes at
 * once: a delivery is sent twice only if the process that claimed it dies.
 */
export class Relay {
  readonly #deps: RelayDeps;
  readonly #options: RelayOptions;
  readonly #queue: SendingQueue;
  readonly #recorder: AttemptRecorder;
  readonly #troubles: DeliveryTroubles;
  readonly #claims: DeliveryClaims;
  #taking: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  #stopping: Promise<void> | undefined;
  #oldestDueAt: Instant | undefined;

  constructor(deps: RelayDeps, options: RelayOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#recorder = new AttemptRecorder({
      database: deps.database,
      onBug: options.onBug,
      onRecorded: options.onFree,
      isBehind: (tenant) => this.#queue.isWaiting(tenant),
    });
    this.#troubles = new DeliveryTroubles(deps, options.onBug);
    this.#queue = new SendingQueue({
      clockOf: (tenant) => deps.clocks.of(tenant),
      attempt: (held) => this.#attempt(held),
      release: (all) => this.#release(all),
      onIdle: (tenant) => {
        if (this.#recorder.standing.has(tenant) || this.#queue.size === 0) this.#recorder.flush();
      },
      onRoom: options.onFree,
      onPaceChange: (tenant, pace, change) => options.onPause(lineOf(tenant, pace, change)),
    });
    this.#claims = new DeliveryClaims(deps, this.#queue, options.endpointOf);
  }

  /** Call it when the tenant has been deleted: drops everything stored about it. */
  forget(tenant: number): void {
    this.#queue.giveBackOf(tenant);
    this.#claims.forget(tenant);
  }

  load(): RelayLoad {
    return { held: this.#queue.size, pausedEndpoints: this.#queue.paused, oldestDueAt: this.#oldestDueAt };
  }

  /** The pause of an endpoint of a platform, if this process has paused it. */
  pauseOf(tenant: number, endpoint: string): Pause | undefined {
    const pace = this.#queue.paceOf(tenant);
    return pace?.endpoint === endpoint ? pace.pause : undefined;
  }

  /**
   * When the next claim can find something, in real time. Platforms whose clock is being advanced are left to the
   * advance.
   */
  async nextDueAt(unit: Unit): Promise<Instant | undefined> {
    await this.#claims.giveBackStrayed(unit);
    const queues = await this.#claims.queues(unit);
    const dueQueues = queues.filter(isDue);
    this.#oldestDueAt = earliestOf(dueQueues.map(({ clock, dueAt }) => clock.realAt(dueAt) ?? this.#deps.clock.now()));
    const due = new Set(dueQueues.map(({ tenant }) => tenant));
    this.#queue.settle((tenant) => due.has(tenant));
    const open = queues.filter(({ clock }) => !clock.isAdvancing);
    const nextAt = await this.#nextOf(unit, open);
    return earliestOf(
      open.map(({ tenant, clock }) => {
        const at = nextAt.get(tenant);
        return at && clock.realAt(at);
      }),
    );
  }

  /** The same for one platform, by its own clock. */
  async nextDueAtOf(unit: Unit, tenant: number): Promise<Instant | undefined> {
    const queue = (await this.#claims.queues(unit, tenant)).find((one) => one.tenant === tenant);
    this.#queue.settle((one) => one !== tenant || (queue !== undefined && isDue(queue)));
    return queue && (await this.#nextOf(unit, [queue])).get(tenant);
  }

  /** When the next claim for each platform can find something; not before the end of a pause. */
  async #nextOf(unit: Unit, queues: readonly Queue[]): Promise<ReadonlyMap<number, Instant | undefined>> {
    const looked = queues.map(({ tenant, dueAt, clock }) => {
      const at = this.#queue.paceOf(tenant)?.earliest(dueAt) ?? dueAt;
      const canWait = at > clock.now() || this.#queue.hasRoom(tenant);
      return { tenant, at: canWait ? at : undefined, needsUrgent: at !== dueAt || !canWait };
    });
    const held = looked.filter(({ needsUrgent }) => needsUrgent).map(({ tenant }) => tenant);
    const urgent = await firstUrgentDueAts(unit, held);
    return new Map(looked.map(({ tenant, at }) => [tenant, earliestOf([urgent.get(tenant), at])]));
  }

  /**
   * For advances of a clock: sends some of the due deliveries while the clock stands still, and returns their number.
   */
  async settle(tenant?: number): Promise<number> {
    const { standing } = this.#recorder;
    standing.add(tenant ?? 'ALL');
    try {
      const { count, done } = await this.take(tenant);
      await done;
      return count;
    } finally {
      standing.delete(tenant ?? 'ALL');
    }
  }

  /** Claims due deliveries, as many as there is room for, and starts to send them. */
  async take(tenant?: number): Promise<Taken> {
    if (this.#isStopped) return { count: 0, done: Promise.resolve() };
    const taking = this.#take(tenant);
    this.#taking = taking.catch(() => undefined);
    return taking;
  }

  async #take(of: number | undefined): Promise<Taken> {
    const endsAtMs = performance.now() + leaseMs;
    // On SQLite the recorder shares the commit of the claim.
    this.#recorder.flush();
    const claims = await this.#deps.database.transaction((unit) => this.#claims.claim(unit, { of, leaseMs }));
    for (const { unreadable, leasedUntil } of claims) await this.#troubles.setBack(unreadable, leasedUntil);
    const ends: Promise<void>[] = [];
    for (const { tenant, endpoint, claimed, next, leasedUntil } of claims) {
      const lease: Lease = { until: leasedUntil, endsAtMs };
      this.#claims.continueAt(tenant, next);
      const held = claimed.map(({ delivery, body, key }): HeldDelivery => {
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.push(promise);
        return { delivery, endpoint, key, body, lease, done: resolve };
      });
      const added = new Set(this.#queue.add(tenant, endpoint, held));
      for (const one of held) if (!added.has(one)) one.done();
    }
    return { count: ends.length, done: Promise.all(ends) };
  }

  /** Stops claiming and releases waiting deliveries. Running attempts may finish, and endpoints can still be tested. */
  async drain(): Promise<void> {
    this.#isStopped = true;
    this.#queue.close();
    await this.#taking;
  }

  /**
   * Lets running attempts finish for a moment and aborts the rest. A delivery without a response is due again at once:
   * the next process sends it, and a receiver that has it already recognizes its id.
   */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    await this.drain();
    const givesUpAt = performance.now() + graceMs;
    while (this.#queue.size > 0 && performance.now() < givesUpAt) await delay(10);
    await this.#deps.send.close();
    while (this.#queue.size > 0 && performance.now() < givesUpAt + graceMs) await delay(10);
    await this.#recorder.close();
  }

  async #attempt(held: HeldDelivery): Promise<AttemptEnd> {
    try {
      const { clocks, send } = this.#deps;
      const { endpoint, body, key } = held;
      const clock = clocks.of(held.delivery.tenant);
      const startedAt = clock.now();
      const startedAtReal = this.#deps.clock.now();
      const startedMs = performance.now();
      const answer = await send({ endpoint, body, key });
      const durationMs = Math.round(performance.now() - startedMs);
      if (answer.statusCode === null && answer.isBrokenOff === true) {
        this.#release([held]);
        return 'BROKEN_OFF';
      }
      const endedAt = clock.now();
      this.#options.onAttempt(finishedAttempt(held.delivery, answer, { startedAt: startedAtReal, durationMs }));
      await this.#options.onAnswer(held.delivery, answer);
      const { statusCode } = answer;
      const error = answer.statusCode === null ? answer.error : null;
      const answerHead = responseExcerpt(answer);
      this.#recorder.add({ held, startedAt, endedAt, durationMs, statusCode, error, answerHead });
      await this.#troubles.forget(held.delivery);
      return outcomeOf(held.delivery, answer, durationMs);
    } catch (error) {
      // The attempt is not recorded. It is repeated later, like all failed due work.
      await this.#troubles
        .setBack([{ delivery: held.delivery, thrown: error }], held.lease.until)
        .catch(this.#options.onBug);
      held.done();
      return 'SET_BACK';
    }
  }

  #release(all: readonly HeldDelivery[]): void {
    for (const held of all) {
      const { tenant, status, created_at } = held.delivery;
      const dueAt = status === 'PENDING' ? created_at : this.#deps.clocks.of(tenant).now();
      this.#recorder.add({ held, dueAt });
    }
  }
}

function finishedAttempt(
  { tenant, event_id, type, resource_id, attempts }: ClaimedDelivery,
  answer: WebhookAnswer,
  time: Pick<FinishedAttempt, 'startedAt' | 'durationMs'>,
): FinishedAttempt {
  return {
    ...time,
    ...{ tenant, type, eventId: event_id, resourceId: resource_id, attempt: attempts + 1 },
    statusCode: answer.statusCode,
    error: answer.statusCode === null ? answer.error : null,
    isTimeout: answer.statusCode === null && answer.isTimeout === true,
    isTaken: isTaken(answer.statusCode),
  };
}

/** Any response below 500 takes an event that is sent only once; other events must be accepted. */
function outcomeOf({ type }: ClaimedDelivery, answer: WebhookAnswer, durationMs: number): Outcome {
  if (answer.statusCode === null) return answer.isTimeout === true ? 'TIMED_OUT' : 'REFUSED';
  const isAnswer = neverRetried.has(type) && answer.statusCode < 500;
  return isAnswer || isTaken(answer.statusCode) ? (durationMs > slowMs ? 'TAKEN_SLOWLY' : 'TAKEN') : 'REFUSED';
}

/** The path of an endpoint may contain a secret, so only its origin is logged. */
function lineOf(tenant: number, { endpoint }: EndpointPace, change: 'PAUSED' | 'RESUMED'): string {
  const where = `webhooks of tenant ${tenant} to ${new URL(endpoint).origin}`;
  return change === 'PAUSED'
    ? `${where} are paused: the attempts keep failing. Its queue is tried again, one event at a time, every few seconds.`
    : `${where} are taken again.`;
}
