import { minuteMs } from '../../ground/clock/instant.ts';
import { nowAndThen } from '../due-work/now-and-then.ts';
import { outboxInvariants } from './outbox-invariants.ts';
import { removeOldEvents } from './removed-events.ts';

const dueEventSweep = nowAndThen('events', 10 * minuteMs, removeOldEvents);

export const manifest = { invariants: outboxInvariants, dueWork: [dueEventSweep] };
