import type { Instant } from '../../ground/clock/instant.ts';
import { endOfTime } from '../../ground/clock/instant.ts';
import { DatabaseUnavailable } from '../../ground/database/database.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { DueDeps, Report } from '../due-work/due-work.ts';
import { recordOutcomes } from '../due-work/troubled-work.ts';
import { mustMove } from '../states/transition.ts';
import { findEventPayloads, recordDeliveries } from './claimed-deliveries.ts';
import type { ClaimedDelivery } from './deliveries-repository.ts';
import { nameOf } from './held-delivery.ts';

/** A delivery that cannot be sent for a reason on this side. */
export interface Unreadable {
  readonly delivery: ClaimedDelivery;
  readonly thrown: unknown;
}

interface Payloads {
  readonly readable: readonly { readonly delivery: ClaimedDelivery; readonly body: string }[];
  readonly unreadable: readonly Unreadable[];
}

/** Reads the payloads to send to one platform. An event that cannot be read does not block the others. */
export async function readPayloads(unit: Unit, tenant: number, claimed: readonly ClaimedDelivery[]): Promise<Payloads> {
  try {
    return await readTogether(unit, tenant, claimed);
  } catch (thrown) {
    if (thrown instanceof DatabaseUnavailable) throw thrown;
    const [delivery, ...others] = claimed;
    if (delivery === undefined) throw thrown;
    if (others.length === 0) return { readable: [], unreadable: [{ delivery, thrown }] };
  }
  const each = await Promise.all(claimed.map((delivery) => readPayloads(unit, tenant, [delivery])));
  return {
    readable: each.flatMap(({ readable }) => readable),
    unreadable: each.flatMap(({ unreadable }) => unreadable),
  };
}

/** Throws if one of them cannot be unsealed. */
async function readTogether(unit: Unit, tenant: number, claimed: readonly ClaimedDelivery[]): Promise<Payloads> {
  const ids = claimed.map(({ event_id }) => event_id);
  const bodies = ids.length === 0 ? new Map<string, string>() : await findEventPayloads(unit, tenant, ids);
  const readable: { readonly delivery: ClaimedDelivery; readonly body: string }[] = [];
  const unreadable: Unreadable[] = [];
  for (const delivery of claimed) {
    const body = bodies.get(delivery.event_id);
    if (body !== undefined) readable.push({ delivery, body });
    else unreadable.push({ delivery, thrown: new Error(`event ${delivery.event_id} is due and was never written`) });
  }
  return { readable, unreadable };
}

/** Records deliveries that fail on this side, like all failed due work. */
export class DeliveryTroubles {
  readonly #deps: DueDeps;
  readonly #report: Report;
  readonly #known = new Set<string>();

  constructor(deps: DueDeps, report: Report) {
    this.#deps = deps;
    this.#report = report;
  }

  /** Schedules their retries. Until then they delay later events of their resource only as a retry does. */
  async setBack(unreadable: readonly Unreadable[], leasedUntil: Instant): Promise<void> {
    if (unreadable.length === 0) return;
    const deliveries = new Map(unreadable.map(({ delivery }) => [nameOf(delivery), delivery]));
    for (const name of deliveries.keys()) this.#known.add(name);
    const outcomes = unreadable.map(({ delivery: { tenant, event_id: id }, thrown }) => ({ tenant, id, thrown }));
    await recordOutcomes(this.#deps, 'deliveries', outcomes, this.#report, {
      setBack: async (unit, { tenant, id }, retryAt) => {
        const { status = 'WAITING', attempts = 0 } = deliveries.get(nameOf({ tenant, event_id: id })) ?? {};
        const { to } = mustMove('webhook-delivery', status, 'RETRY');
        await recordDeliveries(unit, { tenant, leasedUntil, status: to, attempts, dueAt: retryAt ?? endOfTime }, [id]);
      },
    });
  }

  /** Deletes the record of a failure once the delivery was sent. */
  async forget(delivery: ClaimedDelivery): Promise<void> {
    if (!this.#known.delete(nameOf(delivery))) return;
    const { tenant, event_id: id } = delivery;
    await recordOutcomes(this.#deps, 'deliveries', [{ tenant, id }], this.#report);
  }
}
