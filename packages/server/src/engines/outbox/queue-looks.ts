import type { Unit } from '../../ground/database/unit.ts';
import {
  type ClaimedDelivery,
  type ClaimOptions,
  claimDueDeliveries,
  findNextPlace,
  type QueuePlace,
  queueStart,
} from './deliveries-repository.ts';

/** Where the next look along each of the two queues of a platform begins. */
export interface QueuePlaces {
  readonly fresh: QueuePlace;
  readonly backlog: QueuePlace;
}

export interface Look {
  readonly claimed: readonly ClaimedDelivery[];
  readonly next: QueuePlaces;
}

type Bounds = Omit<ClaimOptions, 'after' | 'isBacklog'>;

/** Of so many deliveries that are sent while both queues wait, one is sent again with a range of others. */
const freshPerBacklog = 4;

/** What of a platform is due: what happens now, and what is sent again with others. */
export interface DueQueues {
  readonly isFreshDue: boolean;
  readonly isBacklogDue: boolean;
}

/** Looks along the queues of platforms, so that neither what happens now nor what an outage has left keeps the other waiting. */
export class QueueLooks {
  readonly #places = new Map<number, QueuePlaces>();
  /** What the backlog of a platform has waited for, in parts of a delivery. */
  readonly #owed = new Map<number, number>();

  goOnAt(tenant: number, next: QueuePlaces): void {
    if (next.fresh === queueStart && next.backlog === queueStart) this.#places.delete(tenant);
    else this.#places.set(tenant, next);
  }

  forget(tenant: number): void {
    this.#places.delete(tenant);
    this.#owed.delete(tenant);
  }

  async look(unit: Unit, bounds: Bounds, { isFreshDue, isBacklogDue }: DueQueues): Promise<Look> {
    const { tenant, limit } = bounds;
    const places = this.#places.get(tenant) ?? { fresh: queueStart, backlog: queueStart };
    if (limit <= 0) return { claimed: [], next: places };
    if (!isBacklogDue) this.#owed.delete(tenant);
    const share = isFreshDue && isBacklogDue ? this.#shareOf(tenant, limit) : isBacklogDue ? limit : 0;
    const fresh = await lookAlong(unit, { ...bounds, isBacklog: 0, limit: limit - share }, places.fresh);
    const left = isBacklogDue ? limit - fresh.claimed.length : 0;
    const backlog = await lookAlong(unit, { ...bounds, isBacklog: 1, limit: left }, places.backlog);
    return { claimed: [...fresh.claimed, ...backlog.claimed], next: { fresh: fresh.next, backlog: backlog.next } };
  }

  /** What of so much room the backlog has to itself. Where there is little room it has its turn now and then. */
  #shareOf(tenant: number, room: number): number {
    const owed = (this.#owed.get(tenant) ?? 0) + room / freshPerBacklog;
    const share = Math.min(room, Math.floor(owed));
    this.#owed.set(tenant, owed - share);
    return share;
  }
}

/** Looks at the head of a queue, and further along it than the last time when there is too little. */
async function lookAlong(
  unit: Unit,
  bounds: Omit<ClaimOptions, 'after'>,
  place: QueuePlace,
): Promise<{ readonly claimed: readonly ClaimedDelivery[]; readonly next: QueuePlace }> {
  if (bounds.limit <= 0) return { claimed: [], next: place };
  const first = await claimDueDeliveries(unit, { ...bounds, after: queueStart });
  const limit = bounds.limit - first.length;
  if (limit === 0) return { claimed: first, next: place };
  const further = place === queueStart ? [] : await claimDueDeliveries(unit, { ...bounds, limit, after: place });
  return { claimed: [...first, ...further], next: await findNextPlace(unit, { ...bounds, after: place }) };
}
