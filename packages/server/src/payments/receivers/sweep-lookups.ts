import { sweepEvery } from '../../engines/due-work/sweep.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

export const dueLookups = sweepEvery(
  { table: 'receiver_lookups', key: ['tenant', 'id'], column: 'expires_at' },
  10 * minuteMs,
);
