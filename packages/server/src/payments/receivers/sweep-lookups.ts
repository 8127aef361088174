import { sweepEvery } from '../../engines/due-work/sweep.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import { deleteExpiredLookups } from './lookups-repository.ts';

export const dueLookups = sweepEvery('receiver_lookups', 10 * minuteMs, deleteExpiredLookups);
