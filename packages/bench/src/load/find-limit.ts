/** One tested rate. */
export interface Trial<Load> {
  readonly rate: number;
  readonly isHeld: boolean;
  readonly load: Load;
}

const growth = 1.5;
/** The search stops when the sustained and the failed rate are this close. */
const nearness = 0.1;
const leastRate = 0.5;

/**
 * Searches the highest sustained rate: increases by half until one fails, then bisects. Ends without a result if
 * `attempt` returns `undefined`.
 */
export async function findLimit<Load>(
  firstRate: number,
  attempt: (rate: number) => Promise<Trial<Load> | undefined>,
): Promise<{ readonly limit: number | null; readonly trials: readonly Trial<Load>[] }> {
  const trials: Trial<Load>[] = [];
  let held = 0;
  let missed = Number.POSITIVE_INFINITY;
  for (let rate = firstRate; rate >= leastRate && missed - held > nearness * held; ) {
    const trial = await attempt(rate);
    if (trial === undefined) break;
    trials.push(trial);
    if (trial.isHeld) held = rate;
    else missed = rate;
    rate = missed === Number.POSITIVE_INFINITY ? rate * growth : (held + missed) / 2;
  }
  return { limit: held === 0 ? null : held, trials };
}
