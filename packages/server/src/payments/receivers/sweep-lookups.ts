import type { DueWork } from '../../engines/due-work/due-work.ts';
import { type Instant, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import { deleteExpiredLookups, firstLookupExpiresAt } from './lookups-repository.ts';

/** They are removed together rather than one by one; an expired lookup is already not found. */
const keptMs = 10 * minuteMs;

function sweepLookups({ database, clock }: ServerDeps): Promise<number> {
  return database.transaction((unit) => deleteExpiredLookups(unit, plusMs(clock.now(), -keptMs)));
}

async function nextLookupSweepAt(unit: Unit): Promise<Instant | undefined> {
  const expiresAt = await firstLookupExpiresAt(unit);
  return expiresAt && plusMs(expiresAt, keptMs);
}

export const dueLookups: DueWork<ServerDeps> = {
  name: 'receiver_lookups',
  work: sweepLookups,
  nextDueAt: nextLookupSweepAt,
};
