/**
 * A moment as ISO 8601 UTC text with milliseconds, e.g. `2025-01-01T00:00:00.000Z`. The wire, the database and the code
 * use this one form, and it sorts by time.
 */
export type Instant = string;

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/**
 * Cached texts of recent seconds, without milliseconds: of now, and of later due times. A prime, so that minutes, hours
 * and days later have their own slots.
 */
const places = 61;
const written = Array.from({ length: places }, () => ({ second: Number.NaN, text: '' }));

/** The last moment with a year of four digits. Work that has no due time of its own is due then. */
export const endOfTime: Instant = '9999-12-31T23:59:59.999Z';
export const endOfTimeMs = Date.parse(endOfTime);

export function instantOf(epochMs: number): Instant {
  // Before 1970, and for fractions of milliseconds, the remainder is not what the text shows.
  if (!Number.isInteger(epochMs) || epochMs < 0 || epochMs > endOfTimeMs) return new Date(epochMs).toISOString();
  const ms = epochMs % secondMs;
  const second = epochMs - ms;
  const place = written[(second / secondMs) % places];
  if (place === undefined) return new Date(epochMs).toISOString();
  if (place.second !== second) {
    place.text = new Date(second).toISOString().slice(0, -'000Z'.length);
    place.second = second;
  }
  return `${place.text}${ms < 10 ? '00' : ms < 100 ? '0' : ''}${ms}Z`;
}

export function epochMsOf(instant: Instant): number {
  return Date.parse(instant);
}

/** The UTC day of a moment, e.g. `2025-01-01`. */
export function dayOf(instant: Instant): string {
  return instant.slice(0, 10);
}

/** Whole seconds until the next UTC day begins, at least 1. */
export function secondsLeftOfDay(instant: Instant): number {
  return Math.ceil((dayMs - (epochMsOf(instant) % dayMs)) / secondMs);
}

export function plusMs(instant: Instant, durationMs: number): Instant {
  return instantOf(epochMsOf(instant) + durationMs);
}

/** Whole seconds until a moment, at least 1. */
export function secondsUntil(instant: Instant, now: Instant): number {
  return Math.max(1, Math.ceil((epochMsOf(instant) - epochMsOf(now)) / secondMs));
}

/** The earliest of several moments, some of which may be unknown. */
export function earliestOf(times: readonly (Instant | null | undefined)[]): Instant | undefined {
  let first: Instant | undefined;
  for (const at of times) if (at != null && (first === undefined || at < first)) first = at;
  return first;
}
