import type { Mutant } from './mutant.ts';

const removed = 'engines/outbox/removed-events.test.ts';
const numbered = 'engines/outbox/outbox-invariants.test.ts';

/** Mistakes in how events are removed, and in the checks of the stored ones. */
export const lifeOfEventsMutants: readonly Mutant[] = [
  {
    name: 'removes deliveries that are still to be sent',
    file: 'engines/outbox/removed-events.ts',
    find: "    .where('event_id', '<=', last)\n    .where(isEnded),",
    replace: "    .where('event_id', '<=', last),",
    test: [removed, 'stay while they are still to be sent, with their attempts, and go once that has ended'],
  },
  {
    name: 'removes events whose delivery stays',
    file: 'engines/outbox/removed-events.ts',
    find: 'not exists (select 1 from deliveries d where d.tenant = events.tenant and d.event_id = events.id)',
    replace: '1 = 1',
    test: [removed, 'stay while they are still to be sent, with their attempts, and go once that has ended'],
  },
  {
    name: 'leaves the attempts of removed events',
    file: 'engines/outbox/removed-events.ts',
    find: '  unit.write(removeAttempts, { tenant, after, last });\n',
    replace: '',
    test: [removed, 'go with their deliveries and attempts, while the ledger stays and is proved'],
  },
  {
    name: 'removes deliveries of other platforms too',
    file: 'engines/outbox/removed-events.ts',
    find: "    .deleteFrom('deliveries')\n    .where('tenant', '=', tenant)\n",
    replace: "    .deleteFrom('deliveries')\n",
    test: [removed, 'are those of every platform, and no platform takes what belongs to another'],
  },
  {
    name: 'counts the rows that one unit removes as one for each event',
    file: 'engines/outbox/removed-events.ts',
    find: 'return count >= sweptAtOnce;',
    replace: 'return false;',
    test: [removed, 'go a bounded number of rows in a unit, also where two processes do it at once'],
  },
  {
    name: 'forgets where the kept events begin',
    file: 'engines/outbox/removed-events.ts',
    find: '  if (removed > 0) keepEventsFrom(unit, { tenant, firstId: before });\n',
    replace: '',
    test: [removed, 'go with their deliveries and attempts, while the ledger stays and is proved'],
  },
  {
    name: 'takes a clock that stands in the past for the time of the system',
    file: 'engines/outbox/removed-events.ts',
    find: 'firstEventOfLife(real, clocks.learn(row.tenant, row).now())',
    replace: 'firstEventOfLife(real, real)',
    test: [removed, 'are as old as the clock of their platform shows, and as they are in real time, whichever is less'],
  },
  {
    name: 'takes a clock that was advanced for the time of the system',
    file: 'engines/outbox/kept-events.ts',
    find: 'real < shown ? real : shown',
    replace: 'shown',
    test: [removed, 'are as old as the clock of their platform shows, and as they are in real time, whichever is less'],
  },
  {
    name: 'proves no gap in what is kept',
    file: 'engines/outbox/outbox-invariants.ts',
    find: ' or e.n <> e.last - e.first + 1',
    replace: '',
    test: [numbered, 'names %s where it is missing'],
  },
  {
    name: 'lets every first event be missing',
    file: 'engines/outbox/outbox-invariants.ts',
    find: ' or (e.first <> 1 and ${isWhole})',
    replace: '',
    test: [numbered, 'names %s where it is missing'],
  },
  {
    name: 'lets all events of a resource be missing',
    file: 'engines/outbox/outbox-invariants.ts',
    find: 'r.sequence <> 0 and ${isWhole}',
    replace: '1 = 0',
    test: [numbered, 'names every event of a resource that is missing although it is younger'],
  },
];
