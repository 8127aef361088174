import { setTimeout as delay } from 'node:timers/promises';
import { epochMsOf } from '../../ground/clock/instant.ts';
import { type DueDeps, type DueWork, type Report, workOnDue } from './due-work.ts';
import { hasLeasedTimer } from './timers.ts';

const pollMs = 10;
/** What stays due, because it cannot be done or there is too much of it, is left to the workers. */
const mostTurns = 50;

/** Does what is due for a platform at the moment that its clock shows, and waits for what a worker has begun of it. */
export async function settlePlatform<D extends DueDeps>(
  kinds: readonly DueWork<D>[],
  deps: D,
  report: Report,
  tenant: number,
): Promise<void> {
  const { database, clock, clocks } = deps;
  for (let turn = 0; turn < mostTurns; turn += 1) {
    if ((await workOnDue(kinds, deps, report, tenant)) > 0) continue;
    const isBusy = await database.read((unit) =>
      hasLeasedTimer(unit, tenant, clocks.of(tenant).now(), epochMsOf(clock.now())),
    );
    if (!isBusy) return;
    await delay(pollMs);
  }
}
