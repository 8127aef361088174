import { type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { PlatformClock } from '../clocks/platform-clocks.ts';
import { type DeliveryQueue, listDeliveryQueues, listDeliveryQueuesFrom, queueStart } from './deliveries-repository.ts';
import type { QueuePositions } from './queue-scans.ts';

/** A list of the queues that takes longer than this has passed over many old versions. */
const slowMs = 100;
/** After a slow list the next whole one waits for this many times as long as it took, up to a limit. */
const pausePerList = 10;
const longestPauseMs = 5 * secondMs;
/** A unit that began earlier than this can still commit a delivery that is due before the floor. */
const marginMs = 2 * secondMs;

interface Floor {
  readonly clock: PlatformClock;
  readonly fresh: Instant;
  readonly backlog: Instant;
}

/**
 * Where to look for the first deliveries of a queue. As long as another session keeps a transaction open, such as a
 * backup, PostgreSQL keeps the old versions of all deliveries that were sent since, and every search from the start of
 * a queue passes over them: half a second for 100,000. So once a list of all queues has been slow, searches begin at
 * the first delivery that it found. A delivery before that, of a unit that took long or of a clock that was set back,
 * is found by the next whole list.
 */
export class QueueFloors {
  readonly #slowMs: number;
  #floors = new Map<number, Floor>();
  #isWholeFromMs = Number.NEGATIVE_INFINITY;

  constructor(slowAfterMs = slowMs) {
    this.#slowMs = slowAfterMs;
  }

  /** Lists the queues with deliveries, with the clocks of their platforms. `isWhole` makes a list miss nothing. */
  async list(
    unit: Unit,
    clockOf: (row: DeliveryQueue) => PlatformClock,
    isWhole: boolean,
  ): Promise<readonly DeliveryQueue[]> {
    const startedMs = performance.now();
    if (!isWhole && startedMs < this.#isWholeFromMs) {
      const floors = [...this.#floors].map(([tenant, { fresh, backlog }]) => ({ tenant, fresh, backlog }));
      return listDeliveryQueuesFrom(unit, floors);
    }
    const rows = await listDeliveryQueues(unit);
    const endedMs = performance.now();
    const tookMs = endedMs - startedMs;
    // Only PostgreSQL keeps old versions.
    const isSlow = unit.engine === 'postgres' && tookMs > this.#slowMs;
    this.#floors = isSlow ? this.#floorsAfter(rows, clockOf) : new Map();
    this.#isWholeFromMs = isSlow ? endedMs + Math.min(tookMs * pausePerList, longestPauseMs) : Number.NEGATIVE_INFINITY;
    return rows;
  }

  /** Where the scans of the queues of a platform start. */
  startOf(tenant: number): QueuePositions {
    const floor = this.#floors.get(tenant);
    if (floor === undefined) return { fresh: queueStart, backlog: queueStart };
    return { fresh: { due_at: floor.fresh, event_id: '' }, backlog: { due_at: floor.backlog, event_id: '' } };
  }

  /** Call it when the tenant has been deleted. */
  forget(tenant: number): void {
    this.#floors.delete(tenant);
  }

  #floorsAfter(rows: readonly DeliveryQueue[], clockOf: (row: DeliveryQueue) => PlatformClock): Map<number, Floor> {
    const floors = new Map<number, Floor>();
    const set = (tenant: number, clock: PlatformClock, row?: DeliveryQueue): void => {
      const latest = plusMs(clock.now(), -clock.shownMs(marginMs));
      const before = (dueAt: Instant | null | undefined): Instant => (dueAt && dueAt < latest ? dueAt : latest);
      floors.set(tenant, { clock, fresh: before(row?.fresh_due_at), backlog: before(row?.backlog_due_at) });
    };
    // A queue that is empty now has old versions too.
    for (const [tenant, { clock }] of this.#floors) set(tenant, clock);
    for (const row of rows) set(row.tenant, clockOf(row), row);
    return floors;
  }
}
