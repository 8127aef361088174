const unitSeconds = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 } as const;

/** `90s`, `15m`, `2h`, `1d12h` or `1w`. */
export type Duration = `${number}${keyof typeof unitSeconds}` | `${number}${keyof typeof unitSeconds}${string}`;

/** The whole seconds of a duration. */
export function secondsOf(duration: string): number {
  if (!/^(?:\d+[smhdw])+$/.test(duration))
    throw new TypeError(`A duration must be written as 90s, 15m, 2h, 1d12h or 1w, not "${duration}".`);
  const parts = duration.matchAll(/(\d+)([smhdw])/g);
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * unitSeconds[unit as keyof typeof unitSeconds], 0);
}
