import { setTimeout as delay } from 'node:timers/promises';
import { epochMsOf } from '../../ground/clock/instant.ts';
import { type DueDeps, type DueWork, type Report, runDueWork } from './due-work.ts';
import { hasLeasedTimer } from './timers.ts';

const pollMs = 10;
/**
 * Work that is still due after this many turns is left to the workers: it cannot be done, or there is too much of it.
 */
const mostTurns = 50;

/**
 * Does the work that is due at the time of the platform's clock, and waits for work that a worker has already started.
 */
export async function settlePlatform<D extends DueDeps>(
  kinds: readonly DueWork<D>[],
  deps: D,
  report: Report,
  tenant: number,
): Promise<void> {
  const { database, clock, clocks } = deps;
  for (let turn = 0; turn < mostTurns; turn += 1) {
    if ((await runDueWork(kinds, deps, report, tenant)) > 0) continue;
    const isBusy = await database.read((unit) =>
      hasLeasedTimer(unit, tenant, clocks.of(tenant).now(), epochMsOf(clock.now())),
    );
    if (!isBusy) return;
    await delay(pollMs);
  }
}
