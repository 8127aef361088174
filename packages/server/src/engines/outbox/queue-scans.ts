import type { Unit } from '../../ground/database/unit.ts';
import {
  type ClaimedDelivery,
  type ClaimOptions,
  claimDueDeliveries,
  findNextPosition,
  type QueuePosition,
  queueStart,
} from './deliveries-repository.ts';

/** Where the next scans of the two queues of a platform start. */
export interface QueuePositions {
  readonly fresh: QueuePosition;
  readonly backlog: QueuePosition;
}

export interface QueueScan {
  readonly claimed: readonly ClaimedDelivery[];
  readonly next: QueuePositions;
}

interface Bounds extends Omit<ClaimOptions, 'after' | 'isBacklog'> {
  /** Where the queues start. */
  readonly starts: QueuePositions;
}

/** While both queues wait, one in this many deliveries comes from the backlog of bulk resends. */
const freshPerBacklog = 4;

/** Which of the queues of a platform are due: new events, and bulk resends. */
export interface DueQueues {
  readonly isFreshDue: boolean;
  readonly isBacklogDue: boolean;
}

/** Scans the queues of platforms so that neither new events nor the backlog of an outage delays the other. */
export class QueueScans {
  readonly #places = new Map<number, QueuePositions>();
  /** The share that the backlog of a platform has earned and not used, in fractions of a delivery. */
  readonly #owed = new Map<number, number>();

  continueAt(tenant: number, next: QueuePositions): void {
    if (next.fresh === queueStart && next.backlog === queueStart) this.#places.delete(tenant);
    else this.#places.set(tenant, next);
  }

  forget(tenant: number): void {
    this.#places.delete(tenant);
    this.#owed.delete(tenant);
  }

  async scan(unit: Unit, { starts, ...bounds }: Bounds, { isFreshDue, isBacklogDue }: DueQueues): Promise<QueueScan> {
    const { tenant, limit } = bounds;
    const places = this.#places.get(tenant) ?? { fresh: queueStart, backlog: queueStart };
    if (limit <= 0) return { claimed: [], next: places };
    if (!isBacklogDue) this.#owed.delete(tenant);
    const share = isFreshDue && isBacklogDue ? this.#shareOf(tenant, limit) : isBacklogDue ? limit : 0;
    const fresh = await scanQueue(unit, { ...bounds, isBacklog: 0, limit: limit - share }, starts.fresh, places.fresh);
    const left = isBacklogDue ? limit - fresh.claimed.length : 0;
    const backlog = await scanQueue(unit, { ...bounds, isBacklog: 1, limit: left }, starts.backlog, places.backlog);
    return { claimed: [...fresh.claimed, ...backlog.claimed], next: { fresh: fresh.next, backlog: backlog.next } };
  }

  /** The part of the room that is reserved for the backlog. With little room it gets a turn now and then. */
  #shareOf(tenant: number, room: number): number {
    const owed = (this.#owed.get(tenant) ?? 0) + room / freshPerBacklog;
    const share = Math.min(room, Math.floor(owed));
    this.#owed.set(tenant, owed - share);
    return share;
  }
}

/** Scans the head of a queue. If that does not suffice, it continues where the last scan ended. */
async function scanQueue(
  unit: Unit,
  bounds: Omit<ClaimOptions, 'after'>,
  start: QueuePosition,
  place: QueuePosition,
): Promise<{ readonly claimed: readonly ClaimedDelivery[]; readonly next: QueuePosition }> {
  if (bounds.limit <= 0) return { claimed: [], next: place };
  const first = await claimDueDeliveries(unit, { ...bounds, after: start });
  const limit = bounds.limit - first.length;
  if (limit === 0) return { claimed: first, next: place };
  const further = place === queueStart ? [] : await claimDueDeliveries(unit, { ...bounds, limit, after: place });
  const after = place === queueStart ? start : place;
  return { claimed: [...first, ...further], next: await findNextPosition(unit, { ...bounds, after }) };
}
