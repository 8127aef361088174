import { minuteMs } from '../../ground/clock/instant.ts';
import { periodicWork } from '../due-work/periodic-work.ts';
import { outboxInvariants } from './outbox-invariants.ts';
import { removeOldEvents } from './removed-events.ts';

const dueEventSweep = periodicWork('events', 10 * minuteMs, removeOldEvents);

export const manifest = { invariants: outboxInvariants, dueWork: [dueEventSweep] };
