import type { DueDeps, DueWork } from '../due-work/due-work.ts';
import type { Relay } from './relay.ts';

export const deliveries = 'deliveries';

/** Webhooks as due work: each batch waits until all of it is recorded. */
export function dueDeliveries(relay: Relay): DueWork<DueDeps> {
  return {
    name: deliveries,
    work: (_deps, _report, tenant) => relay.settle(tenant),
    nextDueAt: (unit) => relay.nextDueAt(unit),
    nextDueAtOf: (unit, _deps, tenant) => relay.nextDueAtOf(unit, tenant),
  };
}
