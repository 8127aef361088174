/** The faults that can be planted in a copy of a run, to show that the checks detect them. */
export const faultNames = [
  'double-debit',
  'silent-debit',
  'lost-payment',
  'second-quote',
  'lost-event',
  'rewritten-event',
  'key-without-effect',
  'outage-without-retry-after',
  'dead-process',
  'slow-recovery',
  'logged-stack',
  'undelivered-event',
  'uncommitted-event',
  'unsigned-event',
] as const;

export type FaultName = (typeof faultNames)[number];
