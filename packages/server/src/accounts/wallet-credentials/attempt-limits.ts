import { hourMs, type Instant, minuteMs, plusMs, secondMs, secondsUntil } from '../../ground/clock/instant.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { CredentialRow } from './tables.ts';

const pauseBetweenCodesMs = 30 * secondMs;
const codesPerHour = 10;
const failuresPerPeriod = 5;
const failurePeriodMs = 5 * minuteMs;

function wait(reason: string, until: Instant, now: Instant): Refusal<'RATE_LIMITED'> {
  return { ...refuse('RATE_LIMITED', reason), retryAfterSeconds: secondsUntil(until, now) };
}

/** The credential after another code is counted, or the refusal if it is too early for one. */
export function countCode(row: CredentialRow, now: Instant): CredentialRow | Refusal<'RATE_LIMITED'> {
  const freeAt = row.code_sent_at === null ? now : plusMs(row.code_sent_at, pauseBetweenCodesMs);
  if (freeAt > now) return wait('A code was just sent. Wait for it, or request the next one later.', freeAt, now);
  const hourEndsAt = plusMs(row.codes_since, hourMs);
  const isOver = hourEndsAt <= now;
  if (!isOver && row.codes_sent >= codesPerHour)
    return wait(
      `At most ${codesPerHour} codes an hour are sent for one credential. Wait before you request another.`,
      hourEndsAt,
      now,
    );
  return {
    ...row,
    codes_sent: isOver ? 1 : row.codes_sent + 1,
    codes_since: isOver ? now : row.codes_since,
    code_sent_at: now,
    updated_at: now,
  };
}

/** Refuses any proof after too many wrong ones. */
export function refuseTooMany(row: CredentialRow, now: Instant): Refusal<'RATE_LIMITED'> | undefined {
  const endsAt = plusMs(row.failures_since, failurePeriodMs);
  if (endsAt <= now || row.failures < failuresPerPeriod) return undefined;
  return wait(
    `Proofs are refused for a while after ${failuresPerPeriod} wrong ones in five minutes. Wait before you send another.`,
    endsAt,
    now,
  );
}

export function countFailure(row: CredentialRow, now: Instant): CredentialRow {
  const isOver = plusMs(row.failures_since, failurePeriodMs) <= now;
  return { ...row, failures: isOver ? 1 : row.failures + 1, failures_since: isOver ? now : row.failures_since };
}
