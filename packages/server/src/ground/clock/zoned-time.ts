import { dayMs, epochMsOf, type Instant, instantOf, minuteMs } from './instant.ts';

/** A day as `2025-01-31`, in any time zone. */
export type Day = string;

/** The local time of a time zone. */
export interface WallTime {
  readonly day: Day;
  /** Minutes since midnight in local time. */
  readonly minutes: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/** Cached results for recent minutes: computing one takes as long as writing a row. */
const shown = new Map<string, WallTime>();
const mostShown = 4_096;

/** The local time of a time zone at a moment. */
export function wallTimeAt(instant: Instant, timeZone: string): WallTime {
  const minute = Math.floor(epochMsOf(instant) / minuteMs);
  const key = `${timeZone} ${minute}`;
  const known = shown.get(key);
  if (known !== undefined) return known;
  const fresh = showMinute(minute, timeZone);
  if (shown.size >= mostShown) shown.clear();
  shown.set(key, fresh);
  return fresh;
}

function showMinute(minute: number, timeZone: string): WallTime {
  const parts = formatOf(timeZone).formatToParts(minute * minuteMs);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

/** The moment of a local time in a time zone. If the local time occurs twice, the first one. */
export function instantAt({ day, minutes }: WallTime, timeZone: string): Instant {
  const shownMs = epochMsOf(`${day}T00:00:00.000Z`) + minutes * minuteMs;
  // The offset before the moment is right unless the clocks change in between; the second pass corrects that.
  let epochMs = shownMs - offsetMs(shownMs - dayMs, timeZone);
  if (shownMs - offsetMs(epochMs, timeZone) !== epochMs) epochMs = shownMs - offsetMs(shownMs, timeZone);
  return instantOf(epochMs);
}

/** How far a time zone is ahead of UTC. */
function offsetMs(epochMs: number, timeZone: string): number {
  const { day, minutes } = wallTimeAt(instantOf(epochMs), timeZone);
  const shownMs = epochMsOf(`${day}T00:00:00.000Z`) + minutes * minuteMs;
  return shownMs - Math.floor(epochMs / minuteMs) * minuteMs;
}

export function plusDays(day: Day, count: number): Day {
  return instantOf(epochMsOf(`${day}T00:00:00.000Z`) + count * dayMs).slice(0, 10);
}

/** 0 is Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00.000Z`).getUTCDay();
}
