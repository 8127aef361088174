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
  type DeliveryQueue,
  findEndpoints,
  lockDeliveryClaims,
} from './deliveries-repository.ts';
import { readPayloads, type Unreadable } from './delivery-troubles.ts';
import { firstUrgentDueAts } from './first-urgent.ts';
import { findSealedKey, openSigningKey } from './keys.ts';
import { QueueFloors } from './queue-floors.ts';
import { type DueQueues, type QueuePositions, QueueScans } from './queue-scans.ts';
import type { SendingQueue } from './sending-queue.ts';
import { skipWithoutEndpoint } from './skip-deliveries.ts';

/** The endpoint of a platform; `null` if it has none. */
export type EndpointOf = (unit: Unit, tenant: number) => Promise<string | null>;

/** The most deliveries of one claim, over all platforms. */
const mostClaimed = 256;

/** The endpoints of waiting deliveries are compared with those of their platforms at most this often. */
const comparedMs = 250;

/** The queue of one platform. */
export interface Queue {
  readonly tenant: number;
  /** When its first delivery is due, or the lease of one ends, by the clock of the platform. */
  readonly dueAt: Instant;
  /** The same for new events, and for those that are resent in bulk. */
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

/** The claimed deliveries of one platform, with the data to send them. */
export interface Claim {
  readonly tenant: number;
  readonly endpoint: string;
  readonly claimed: readonly { readonly delivery: ClaimedDelivery; readonly body: string; readonly key: KeyObject }[];
  readonly unreadable: readonly Unreadable[];
  /** Where the next scans of the queues start. */
  readonly next: QueuePositions;
  readonly leasedUntil: Instant;
}

/** The server's dependencies for claims. */
export interface ClaimDeps {
  readonly clocks: PlatformClocks;
  readonly sealer: Sealer;
}

/** What is due for a platform, and its endpoint. */
interface DueOfPlatform extends DueQueues {
  readonly isUrgentDue: boolean;
  readonly endpoint: string | null;
}

interface ClaimScope {
  /** The platform whose clock is being advanced; if absent, all platforms whose clocks run on their own. */
  readonly of: number | undefined;
  readonly leaseMs: number;
}

/** Claims deliveries from one platform after the other, as long as the sending queue has room. */
export class DeliveryClaims {
  readonly #deps: ClaimDeps;
  readonly #queue: SendingQueue;
  readonly #endpointOf: EndpointOf;
  /** Unsealed signing keys: unsealing costs more than signing. */
  readonly #keys = new Map<number, KeyObject>();
  readonly #scans = new QueueScans();
  readonly #floors = new QueueFloors();
  /** The platform that was claimed for last. */
  #last = 0;
  #comparedAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: ClaimDeps, queue: SendingQueue, endpointOf: EndpointOf) {
    this.#deps = deps;
    this.#queue = queue;
    this.#endpointOf = endpointOf;
  }

  /** Stores where the next claim continues. Call it once the claim has committed. */
  continueAt(tenant: number, next: QueuePositions): void {
    this.#last = tenant;
    this.#scans.continueAt(tenant, next);
  }

  /** Call it when the tenant has been deleted. */
  forget(tenant: number): void {
    this.#keys.delete(tenant);
    this.#scans.forget(tenant);
    this.#floors.forget(tenant);
  }

  /**
   * Releases waiting deliveries whose endpoint is no longer that of their platform, because any process changed it, or
   * because the platform was reset or deleted. They are then skipped, or sent to the new endpoint.
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
    // A deleted tenant has no endpoint.
    for (const { tenant, endpoint } of awaited) {
      if (endpoints.get(tenant) !== endpoint) this.#queue.giveBackOf(tenant);
    }
  }

  /** The queues of all platforms; of the given one, nothing is missed. */
  async queues(unit: Unit, of?: number): Promise<Queue[]> {
    const clockOf = (row: DeliveryQueue): PlatformClock => this.#deps.clocks.learn(row.tenant, row);
    const rows = await this.#floors.list(unit, clockOf, of !== undefined);
    return rows.map((row) => ({
      tenant: row.tenant,
      dueAt: firstOf(row.fresh_due_at, row.backlog_due_at),
      freshDueAt: row.fresh_due_at,
      backlogDueAt: row.backlog_due_at,
      clock: clockOf(row),
    }));
  }

  /** Claims for every platform whose clock runs on its own, or for the one whose clock is being advanced. */
  async claim(unit: Unit, { of, leaseMs }: ClaimScope): Promise<Claim[]> {
    lockDeliveryClaims(unit);
    const queues = await this.queues(unit, of);
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
    const urgent = firstUrgentDueAts(
      unit,
      inTurn.map(({ tenant }) => tenant),
    );
    const claims = await Promise.all(
      inTurn.map(async ({ tenant, clock, freshDueAt, backlogDueAt }) => {
        const now = clock.now();
        const leasedUntil = plusMs(now, clock.shownMs(leaseMs));
        const isAdvancing = of === undefined && this.#isAdvancing(unit, tenant);
        const looked = Promise.all([urgent, this.#endpointOf(unit, tenant)]);
        await Promise.allSettled([isAdvancing, looked]);
        // If an advance of the clock has started since the clock was read, that advance claims what is due.
        if (await isAdvancing) return undefined;
        const isBy = (at: Instant | null): boolean => at !== null && at <= now;
        const due = { isFreshDue: isBy(freshDueAt), isBacklogDue: isBy(backlogDueAt) };
        const [urgentAt, endpoint] = await looked;
        const isUrgentDue = isBy(urgentAt.get(tenant) ?? null);
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
    // A new endpoint is not missed here: it comes with a TEST event, which is urgent.
    if (!isUrgentDue && !this.#queue.hasRoom(tenant)) return undefined;
    if (endpoint === null) {
      const queues = ([due.isFreshDue && 0, due.isBacklogDue && 1] as const).filter((one) => one !== false);
      await skipWithoutEndpoint(unit, { tenant, now, queues });
      return undefined;
    }
    const urgentRoom = isUrgentDue ? this.#queue.urgentRoom(tenant) : 0;
    const urgent = urgentRoom > 0 ? await claimUrgentDeliveries(unit, { ...bounds, limit: urgentRoom }) : [];
    const room = Math.min(bounds.limit, this.#queue.room(tenant, endpoint)) - urgent.length;
    const starts = this.#floors.startOf(tenant);
    const { claimed, next } = await this.#scans.scan(unit, { ...bounds, limit: room, starts }, due);
    const taken = [...urgent, ...claimed];
    const { readable, unreadable } = await readPayloads(unit, tenant, taken);
    const signing = await this.#key(unit, tenant);
    const rest = { tenant, endpoint, next, leasedUntil };
    // This platform cannot send anything, but must not block others.
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
