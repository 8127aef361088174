import type { Inside } from '../../app.ts';
import { countDueTimers, countOpenDeliveries } from '../../engines/due-work/count-due.ts';
import { countTroubledWork } from '../../engines/due-work/retry-work.ts';
import { epochMsOf, type Instant } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import { onceAtATime, within } from '../bounded-wait.ts';
import type { Figure, Figures } from './figures.ts';

const longestSampleMs = 2_000;

interface SampleOptions {
  readonly deps: ServerDeps;
  readonly inside: Pick<Inside, 'kinds'>;
  /** One sample serves all scrapes within this time, so that more scrapers do not mean more load on the store. */
  readonly freshMs: number;
  readonly onFailure: () => void;
}

/** Figures that only the store has, from the first entries of its indexes. */
export function createStoreSampler({ deps, inside, freshMs, onFailure }: SampleOptions): () => Promise<Figures> {
  let known: { readonly figures: Figures; readonly atMs: number } | undefined;
  const readOnce = onceAtATime(async () => {
    const figures = await deps.database.read((unit) => sample(unit, deps, inside));
    known = { figures, atMs: performance.now() };
    return figures;
  });
  return async () => {
    if (known !== undefined && performance.now() - known.atMs < freshMs) return known.figures;
    try {
      return await within(longestSampleMs, readOnce());
    } catch {
      onFailure();
      return known?.figures ?? {};
    }
  };
}

async function sample(unit: Unit, deps: ServerDeps, { kinds }: Pick<Inside, 'kinds'>): Promise<Figures> {
  const now = deps.clock.now();
  const due: Figure[] = [];
  const ages: Figure[] = [];
  for (const { name: kind, nextDueAt } of kinds) {
    const dueAt = await nextDueAt(unit, deps);
    const isDue = dueAt !== undefined && dueAt <= now;
    due.push({ labels: { kind }, value: isDue ? Math.max(1, await countDueTimers(unit, kind, now)) : 0 });
    ages.push({ labels: { kind }, value: isDue ? secondsSince(dueAt, now) : 0 });
  }
  const { setAside, retried } = await countTroubledWork(unit);
  return {
    payments_due_work: due,
    payments_due_work_oldest_age_seconds: ages,
    payments_due_work_troubled: [
      { labels: { state: 'retried' }, value: retried },
      { labels: { state: 'set_aside' }, value: setAside },
    ],
    payments_webhook_deliveries_open: [{ value: await countOpenDeliveries(unit) }],
  };
}

export function secondsSince(instant: Instant, now: Instant): number {
  return Math.max(0, (epochMsOf(now) - epochMsOf(instant)) / 1000);
}
