import type { KeyObject } from 'node:crypto';
import { earliestOf, type Instant, plusMs } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import { findClock } from '../clocks/clocks.ts';
import type { PlatformClock, PlatformClocks } from '../clocks/platform-clocks.ts';
import { shareClock } from '../clocks/platform-locks.ts';
import {
  type ClaimedDelivery,
  type ClaimOptions,
  claimUrgentDeliveries,
  findEndpoints,
  firstUrgentDueAt,
  listDeliveryQueues,
  lockDeliveryClaims,
} from './deliveries-repository.ts';
import { readPayloads, type Unreadable } from './delivery-troubles.ts';
import { findSealedKey, openSigningKey } from './keys.ts';
import { type DueQueues, QueueLooks, type QueuePlaces } from './queue-looks.ts';
import type { SendingQueue } from './sending-queue.ts';
import { skipWithoutEndpoint } from './skip-deliveries.ts';

/** Where the events of a platform are sent to; `null` where it has no endpoint. */
export type EndpointOf = (unit: Unit, tenant: number) => Promise<string | null>;

/** Deliveries that one claim takes, of all platforms together. */
const mostClaimed = 256;

/** The endpoints of what waits are compared with those of their platforms no more often than this. */
const comparedMs = 250;

/** The queue of one platform. */
export interface Queue {
  readonly tenant: number;
  /** When its first delivery is due, or the lease of one ends, by its clock. */
  readonly dueAt: Instant;
  /** The same of what happens now, and of what is sent again with others. */
  readonly freshDueAt: Instant | null;
  readonly backlogDueAt: Instant | null;
  readonly clock: PlatformClock;
}

function firstOf(...times: readonly (Instant | null)[]): Instant {
  const first = earliestOf(times);
  if (first === undefined) throw new Error('a queue that was found has something in it');
  return first;
}

export function isDue({ dueAt, clock }: Queue): boolean {
  return dueAt <= clock.now();
}

/** Deliveries of one platform that were claimed, with what sending them needs. */
export interface Claim {
  readonly tenant: number;
  readonly endpoint: string;
  readonly claimed: readonly { readonly delivery: ClaimedDelivery; readonly body: string; readonly key: KeyObject }[];
  readonly unreadable: readonly Unreadable[];
  /** Where the next look along the queue begins. */
  readonly next: QueuePlaces;
  readonly leasedUntil: Instant;
}

/** What claiming needs of the server. */
export interface ClaimDeps {
  readonly clocks: PlatformClocks;
  readonly sealer: Sealer;
}

/** What of a platform is due, and where it goes. */
interface DueOfPlatform extends DueQueues {
  readonly isUrgentDue: boolean;
  readonly endpoint: string | null;
}

interface ClaimScope {
  /** The platform whose clock is being advanced; left out, every platform whose time runs by itself. */
  readonly of: number | undefined;
  readonly leaseMs: number;
}

/** Claims deliveries, platform by platform in turn, as far as the sending queue has room. */
export class DeliveryClaims {
  readonly #deps: ClaimDeps;
  readonly #queue: SendingQueue;
  readonly #endpointOf: EndpointOf;
  /** Signing keys that were unsealed: unsealing one costs more than signing. */
  readonly #keys = new Map<number, KeyObject>();
  readonly #looks = new QueueLooks();
  /** The platform that was served last. */
  #last = 0;
  #comparedAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: ClaimDeps, queue: SendingQueue, endpointOf: EndpointOf) {
    this.#deps = deps;
    this.#queue = queue;
    this.#endpointOf = endpointOf;
  }

  /** What a claim has learned counts once it is committed. */
  goOnAt(tenant: number, next: QueuePlaces): void {
    this.#last = tenant;
    this.#looks.goOnAt(tenant, next);
  }

  /** The tenant is gone. */
  forget(tenant: number): void {
    this.#keys.delete(tenant);
    this.#looks.forget(tenant);
  }

  /**
   * Gives back what waits for an endpoint that its platform has no more: that was changed by any process, or went with
   * a reset or a deletion. It is skipped then, or sent to the new one.
   */
  async giveBackStrayed(unit: Unit): Promise<void> {
    if (performance.now() < this.#comparedAtMs + comparedMs) return;
    this.#comparedAtMs = performance.now();
    const { awaited } = this.#queue;
    if (awaited.length === 0) return;
    const endpoints = await findEndpoints(
      unit,
      awaited.map(({ tenant }) => tenant),
    );
    // A tenant that is gone has none.
    for (const { tenant, endpoint } of awaited) {
      if (endpoints.get(tenant) !== endpoint) this.#queue.giveBackOf(tenant);
    }
  }

  async queues(unit: Unit): Promise<Queue[]> {
    const rows = await listDeliveryQueues(unit);
    return rows.map((row) => ({
      tenant: row.tenant,
      dueAt: firstOf(row.fresh_due_at, row.backlog_due_at),
      freshDueAt: row.fresh_due_at,
      backlogDueAt: row.backlog_due_at,
      clock: this.#deps.clocks.learn(row.tenant, row),
    }));
  }

  /** Of every platform whose time runs by itself, or of the one whose clock is being advanced. */
  async claim(unit: Unit, { of, leaseMs }: ClaimScope): Promise<Claim[]> {
    lockDeliveryClaims(unit);
    const queues = await this.queues(unit);
    const due = queues.filter(
      (queue) => (of === undefined ? !queue.clock.isAdvancing : queue.tenant === of) && isDue(queue),
    );
    const behind = Math.max(
      0,
      due.findIndex(({ tenant }) => tenant > this.#last),
    );
    const inTurn = [...due.slice(behind), ...due.slice(0, behind)].slice(0, mostClaimed);
    const open = inTurn.filter(({ tenant }) => this.#queue.hasRoom(tenant)).length;
    const limit = Math.ceil(mostClaimed / Math.max(1, open));
    const claims = await Promise.all(
      inTurn.map(async ({ tenant, clock, freshDueAt, backlogDueAt }) => {
        const now = clock.now();
        const leasedUntil = plusMs(now, clock.shownMs(leaseMs));
        const isAdvancing = of === undefined && this.#isAdvancing(unit, tenant);
        const looked = Promise.all([firstUrgentDueAt(unit, tenant), this.#endpointOf(unit, tenant)]);
        await Promise.allSettled([isAdvancing, looked]);
        // Who has begun to advance the clock since it was read has what is due to himself.
        if (await isAdvancing) return undefined;
        const isBy = (at: Instant | null): boolean => at !== null && at <= now;
        const due = { isFreshDue: isBy(freshDueAt), isBacklogDue: isBy(backlogDueAt) };
        const [urgentAt, endpoint] = await looked;
        const isUrgentDue = urgentAt !== undefined && isBy(urgentAt);
        return this.#claimOf(unit, { tenant, now, leasedUntil, limit }, { ...due, isUrgentDue, endpoint });
      }),
    );
    return claims.filter((claim) => claim !== undefined);
  }

  async #isAdvancing(unit: Unit, tenant: number): Promise<boolean> {
    if (unit.engine !== 'postgres') return false;
    shareClock(unit, tenant);
    const row = await findClock(unit, tenant);
    return row !== undefined && this.#deps.clocks.learn(tenant, row).isAdvancing;
  }

  async #claimOf(
    unit: Unit,
    bounds: Omit<ClaimOptions, 'after' | 'isBacklog'>,
    { isUrgentDue, endpoint, ...due }: DueOfPlatform,
  ): Promise<Claim | undefined> {
    const { tenant, now, leasedUntil } = bounds;
    // A new endpoint is sent a TEST event, so it is not missed here.
    if (!isUrgentDue && !this.#queue.hasRoom(tenant)) return undefined;
    if (endpoint === null) {
      const queues = ([due.isFreshDue && 0, due.isBacklogDue && 1] as const).filter((one) => one !== false);
      await skipWithoutEndpoint(unit, { tenant, now, queues });
      return undefined;
    }
    const urgentRoom = isUrgentDue ? this.#queue.urgentRoom(tenant) : 0;
    const urgent = urgentRoom > 0 ? await claimUrgentDeliveries(unit, { ...bounds, limit: urgentRoom }) : [];
    const room = Math.min(bounds.limit, this.#queue.room(tenant, endpoint)) - urgent.length;
    const { claimed, next } = await this.#looks.look(unit, { ...bounds, limit: room }, due);
    const taken = [...urgent, ...claimed];
    const { readable, unreadable } = await readPayloads(unit, tenant, taken);
    const signing = await this.#key(unit, tenant);
    const rest = { tenant, endpoint, next, leasedUntil };
    // Nothing of this platform can be sent, which is no reason to hold up another one.
    if ('thrown' in signing)
      return { ...rest, claimed: [], unreadable: taken.map((delivery) => ({ delivery, thrown: signing.thrown })) };
    return { ...rest, claimed: readable.map((one) => ({ ...one, key: signing.key })), unreadable };
  }

  async #key(unit: Unit, tenant: number): Promise<{ readonly key: KeyObject } | { readonly thrown: unknown }> {
    const known = this.#keys.get(tenant);
    if (known !== undefined) return { key: known };
    const sealed = await findSealedKey(unit, tenant);
    try {
      const key = openSigningKey(sealed, this.#deps.sealer);
      this.#keys.set(tenant, key);
      return { key };
    } catch (cause) {
      return { thrown: new Error('the signing key of the platform is sealed with another master key', { cause }) };
    }
  }
}
