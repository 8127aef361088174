import { UnusableCommand } from '../refusals.ts';

const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const durationForm = /^(\d+[smhdw])+$/;

function isDuration(text: string): boolean {
  return durationForm.test(text);
}

/** `90s`, `15m`, `2h`, `1d12h`, `1w` as milliseconds. */
export function readDuration(text: string): number {
  if (!isDuration(text))
    throw new UnusableCommand(`A time must be written as 90s, 15m, 2h, 1d12h or 1w, not "${text}".`);
  const parts = [...text.matchAll(/(\d+)([smhdw])/g)];
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ''] ?? 0), 0);
}

const momentForm = /^(\d{4}-\d{2}-\d{2})(?:[t ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(z| ?[+-]\d{2}:?\d{2})?)?$/i;

/** A date, or a date and time, in UTC unless it has an offset. */
export function readMoment(text: string): string {
  const [, date = '', zone] = momentForm.exec(text) ?? [];
  const epochMs = Date.parse(text === date || zone !== undefined ? text : `${text}Z`);
  // `Date.parse` reads 30 February as 2 March.
  const day = Date.parse(date);
  const isOfCalendar = !Number.isNaN(day) && new Date(day).toISOString().startsWith(date);
  if (!isOfCalendar || Number.isNaN(epochMs))
    throw new UnusableCommand(`A moment must be written as 2025-01-31 or 2025-01-31T10:00:00Z, not "${text}".`);
  return new Date(epochMs).toISOString();
}

/** A moment, or a duration before now. */
export function readPast(text: string, now: Date): string {
  return isDuration(text) ? new Date(now.getTime() - readDuration(text)).toISOString() : readMoment(text);
}
