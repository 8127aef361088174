import { dayMs, hourMs, minuteMs, secondMs } from '../ground/clock/instant.ts';
import { UnusableOptions } from '../start/read-flags.ts';

const unitMs: Readonly<Record<string, number>> = {
  s: secondMs,
  m: minuteMs,
  h: hourMs,
  d: dayMs,
  w: 7 * dayMs,
};

/** `90s`, `15m`, `2h`, `1d12h`, `1w` as milliseconds. */
export function readDuration(text: string): number {
  if (!/^(\d+[smhdw])+$/.test(text)) {
    throw new UnusableOptions(`A time is written as 90s, 15m, 2h, 1d12h or 1w, not "${text}".`);
  }
  const parts = [...text.matchAll(/(\d+)([smhdw])/g)];
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ''] ?? 0), 0);
}

/** A date, or a date and time, of UTC unless it names an offset. */
export function readMoment(text: string): string {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const hasZone = /(z|[+-]\d{2}:?\d{2})$/i.test(text);
  const epochMs = Date.parse(isDate || hasZone ? text : `${text}Z`);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(epochMs)) {
    throw new UnusableOptions(`A moment is written as 2025-01-31 or 2025-01-31T10:00:00Z, not "${text}".`);
  }
  return new Date(epochMs).toISOString();
}
