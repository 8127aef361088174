import { endOfTimeMs, epochMsOf, type Instant, instantOf } from './instant.ts';

const earliest: Instant = '0000-01-01T00:00:00.000Z';

/**
 * Converts an RFC 3339 date-time, which may have an offset, any number of decimals or a leap second, to the single form
 * that is stored and compared as text.
 */
export function readInstant(dateTime: string): Instant {
  const withoutLeapSecond = dateTime.replace(/:60(\.\d+)?(?=z|[+-])/i, ':59.999');
  const withWholeOffset = withoutLeapSecond.replace(/([+-]\d\d)$/, '$1:00');
  const epochMs = epochMsOf(withWholeOffset);
  return instantOf(Math.min(Math.max(epochMs, epochMsOf(earliest)), endOfTimeMs));
}

/** For optional filters. */
export function readOptionalInstant(dateTime: string | undefined): Instant | undefined {
  return dateTime === undefined ? undefined : readInstant(dateTime);
}
