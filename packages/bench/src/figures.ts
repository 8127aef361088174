/** Rounds of one contender, in the order in which they were measured. */
export type Rounds = readonly number[];

export function median(rounds: Rounds): number {
  const sorted = [...rounds].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  const lower = sorted[middle - 1];
  if (upper === undefined) throw new Error('nothing was measured');
  return sorted.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2;
}

/** The smallest value that at least `percent` of all values do not exceed. */
export function percentile(values: Rounds, percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}

/** The median of the ratios round by round: a disturbance slows both halves of a round. */
export function ratio(mine: Rounds, theirs: Rounds): number {
  return median(mine.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}

/** Three significant digits: more would be noise. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

export type Figures = Record<string, number | null>;

export function roundedFigures(figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      value === null ? null : value >= 1000 ? Math.round(value) : rounded(value),
    ]),
  );
}
