import type { Mutant } from './mutant.ts';

const removed = 'engines/outbox/removed-events.test.ts';
const numbered = 'engines/outbox/outbox-invariants.test.ts';

/** Mistakes in how events are removed, and in the checks of the stored ones. */
export const eventRetentionMutants: readonly Mutant[] = [
  {
    name: 'removes pending deliveries',
    file: 'engines/outbox/removed-events.ts',
    find: "    .where('event_id', '<=', last)\n    .where(isEnded),",
    replace: "    .where('event_id', '<=', last),",
    test: [removed, 'stay with their attempts while still to be sent, and are removed afterwards'],
  },
  {
    name: 'removes events with a pending delivery',
    file: 'engines/outbox/removed-events.ts',
    find: 'not exists (select 1 from deliveries d where d.tenant = events.tenant and d.event_id = events.id)',
    replace: '1 = 1',
    test: [removed, 'stay with their attempts while still to be sent, and are removed afterwards'],
  },
  {
    name: 'leaves the attempts of removed events',
    file: 'engines/outbox/removed-events.ts',
    find: '  unit.write(removeAttempts, { tenant, after, last });\n',
    replace: '',
    test: [removed, 'are removed with their deliveries and attempts, while the ledger stays intact'],
  },
  {
    name: 'removes deliveries of other platforms',
    file: 'engines/outbox/removed-events.ts',
    find: "    .deleteFrom('deliveries')\n    .where('tenant', '=', tenant)\n",
    replace: "    .deleteFrom('deliveries')\n",
    test: [removed, 'are removed for every platform in one sweep'],
  },
  {
    name: 'counts one row per event in a removal batch',
    file: 'engines/outbox/removed-events.ts',
    find: 'return count >= sweepBatchSize;',
    replace: 'return false;',
    test: [removed, 'are removed in batches of at most 250 deliveries, even by two processes at once'],
  },
  {
    name: 'does not record the first kept event',
    file: 'engines/outbox/removed-events.ts',
    find: '  if (removed > 0) keepEventsFrom(unit, { tenant, firstId: before });\n',
    replace: '',
    test: [removed, 'are removed with their deliveries and attempts, while the ledger stays intact'],
  },
  {
    name: 'measures the age of events by a clock in the past',
    file: 'engines/outbox/removed-events.ts',
    find: 'firstEventOfLife(real, clocks.learn(row.tenant, row).now())',
    replace: 'firstEventOfLife(real, real)',
    test: [removed, 'are removed only when old enough by the platform clock and in real time'],
  },
  {
    name: 'measures the age of events by an advanced clock',
    file: 'engines/outbox/kept-events.ts',
    find: 'real < shown ? real : shown',
    replace: 'shown',
    test: [removed, 'are removed only when old enough by the platform clock and in real time'],
  },
  {
    name: 'does not report gaps between kept events',
    file: 'engines/outbox/outbox-invariants.ts',
    find: ' or e.n <> e.last - e.first + 1',
    replace: '',
    test: [numbered, 'reports a breach when %s is missing'],
  },
  {
    name: 'does not report a missing first event',
    file: 'engines/outbox/outbox-invariants.ts',
    find: ' or (e.first <> 1 and ${isWhole})',
    replace: '',
    test: [numbered, 'reports a breach when %s is missing'],
  },
  {
    name: 'does not report a resource without events',
    file: 'engines/outbox/outbox-invariants.ts',
    find: 'r.sequence <> 0 and ${isWhole}',
    replace: '1 = 0',
    test: [numbered, 'reports a breach when all events of a resource are missing within their retention'],
  },
];
