import { type Instant, plusMs } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { PlatformClock } from '../clocks/platform-clocks.ts';
import { floorMarginMs, SearchPace } from '../due-work/search-pace.ts';
import { type DeliveryQueue, listDeliveryQueues, listDeliveryQueuesFrom, queueStart } from './deliveries-repository.ts';
import type { QueuePositions } from './queue-scans.ts';

interface Floor {
  readonly clock: PlatformClock;
  readonly fresh: Instant;
  readonly backlog: Instant;
}

/**
 * Where to look for the first deliveries of a queue, so that a search does not pass over the versions of sent ones:
 * half a second for 100,000. A delivery before that, of a unit that took long or of a clock that was set back, is found
 * by the next whole list.
 */
export class QueueFloors {
  readonly #pace: SearchPace;
  #floors = new Map<number, Floor>();

  constructor(pace = new SearchPace()) {
    this.#pace = pace;
  }

  /** Lists the queues with deliveries, with the clocks of their platforms. `isWhole` makes a list miss nothing. */
  async list(
    unit: Unit,
    clockOf: (row: DeliveryQueue) => PlatformClock,
    isWhole: boolean,
  ): Promise<readonly DeliveryQueue[]> {
    if (!isWhole && this.#pace.beginsAtFloor) {
      const floors = [...this.#floors].map(([tenant, { fresh, backlog }]) => ({ tenant, fresh, backlog }));
      return listDeliveryQueuesFrom(unit, floors);
    }
    const startedMs = performance.now();
    const rows = await listDeliveryQueues(unit);
    this.#floors = this.#pace.isSlow(unit.engine, startedMs) ? this.#floorsAfter(rows, clockOf) : new Map();
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
      const latest = plusMs(clock.now(), -clock.shownMs(floorMarginMs));
      const before = (dueAt: Instant | null | undefined): Instant => (dueAt && dueAt < latest ? dueAt : latest);
      floors.set(tenant, { clock, fresh: before(row?.fresh_due_at), backlog: before(row?.backlog_due_at) });
    };
    // A queue that is empty now has old versions too.
    for (const [tenant, { clock }] of this.#floors) set(tenant, clock);
    for (const row of rows) set(row.tenant, clockOf(row), row);
    return floors;
  }
}
