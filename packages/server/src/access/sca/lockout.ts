import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import { hourMs, minuteMs, plusMs, secondsUntil } from '../../ground/clock/instant.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, recorded, refuse, refuseFields } from '../../operation/operation.ts';
import { type LockoutRow, lockLockoutRow, saveLockoutRow } from './lockout-repository.ts';

type LockoutTrigger = TriggerOf<'authentication-lock'>;

/** The lock by the number of failed attempts. Earlier failures are only counted; the next one suspends. */
const consequences: ReadonlyMap<number, { readonly trigger: LockoutTrigger; readonly lockMs: number }> = new Map([
  [5, { trigger: 'MISS_FIFTH', lockMs: 15 * minuteMs }],
  [6, { trigger: 'MISS_SIXTH', lockMs: 30 * minuteMs }],
  [7, { trigger: 'MISS_SEVENTH', lockMs: hourMs }],
  [8, { trigger: 'MISS_EIGHTH', lockMs: 24 * hourMs }],
]);
const attemptsBeforeSuspension = Math.max(...consequences.keys());

/** Reads the lockout of a customer for update: until this unit ends, no other unit checks a proof of the customer. */
export async function readLockoutForUpdate(
  { unit, tenant, now }: WorkContext,
  customerId: string,
): Promise<LockoutRow> {
  const first = mustMove('authentication-lock', null, 'CREATE').to;
  const row = await lockLockoutRow(unit, { tenant, customerId, status: first, now });
  if (row.status !== 'LOCKED' || row.locked_until === null || row.locked_until > now) return row;
  return { ...row, status: mustMove('authentication-lock', row.status, 'UNLOCK').to, locked_until: null };
}

/** The refusal for a customer who is locked out, else `undefined`. */
export function refuseLocked(lock: LockoutRow): Refusal<'ACCOUNT_LOCKED'> | undefined {
  if (lock.status === 'UNLOCKED') return undefined;
  const suspended = lock.status === 'SUSPENDED';
  const details = { suspended, lockedUntil: lock.locked_until, failedAttempts: lock.failed_attempts };
  if (suspended) {
    return refuse(
      'ACCOUNT_LOCKED',
      'Authentication of this customer is suspended until the password is reset. Record RESET_PASSWORD_COMPLETED afterwards.',
      details,
    );
  }
  return refuse(
    'ACCOUNT_LOCKED',
    `Authentication of this customer is locked until ${lock.locked_until}. Try again after that.`,
    details,
  );
}

/** Counts a failed attempt. From the fifth on, it locks the customer out. Returns the new lockout. */
export function recordFailedAttempt({ unit, now }: WorkContext, lock: LockoutRow): LockoutRow {
  const failed_attempts = lock.failed_attempts + 1;
  const consequence = consequences.get(failed_attempts);
  const trigger = consequence?.trigger ?? (failed_attempts > attemptsBeforeSuspension ? 'MISS_NINTH' : 'MISS');
  const after: LockoutRow = {
    ...lock,
    failed_attempts,
    status: mustMove('authentication-lock', lock.status, trigger).to,
    locked_until: consequence === undefined ? null : plusMs(now, consequence.lockMs),
  };
  saveLockoutRow(unit, after);
  return after;
}

/** Resets the count after a valid proof or a new password. Returns the new lockout. */
export function resetFailedAttempts(
  { unit }: Pick<WorkContext, 'unit'>,
  lock: LockoutRow,
  trigger: 'SUCCEED' | 'RESET_PASSWORD',
): LockoutRow {
  const status = mustMove('authentication-lock', lock.status, trigger).to;
  const after: LockoutRow = { ...lock, status, failed_attempts: 0, locked_until: null };
  saveLockoutRow(unit, after);
  return after;
}

/**
 * Checks the proof of a customer who is not locked out and counts the outcome. Returns a recorded refusal, or
 * `undefined` for a valid proof.
 */
export async function attempt(
  context: WorkContext,
  lock: LockoutRow,
  check: () => Promise<FieldError | undefined>,
): Promise<Refusal<'ACCOUNT_LOCKED' | 'INVALID_INPUT'> | undefined> {
  const problem = await check();
  if (problem === undefined) {
    resetFailedAttempts(context, lock, 'SUCCEED');
    return undefined;
  }
  return recorded(refuseLocked(recordFailedAttempt(context, lock)) ?? refuseFields([problem]));
}

const window = { attempts: 10, lengthMs: minuteMs };

/**
 * Counts an attempt whatever its outcome, and refuses attempts that are too frequent. The count must be committed, so a
 * refusal that follows must be recorded too.
 */
export function countAttempt(
  { unit, now }: WorkContext,
  lock: LockoutRow,
): { readonly lock: LockoutRow; readonly refusal: Refusal<'RATE_LIMITED'> | undefined } {
  const endsAt = plusMs(lock.recent_since, window.lengthMs);
  const isNew = endsAt <= now;
  const recent_attempts = isNew ? 1 : lock.recent_attempts + 1;
  if (recent_attempts > window.attempts) {
    const retryAfterSeconds = secondsUntil(endsAt, now);
    const reason = `Too many attempts of this customer. Try again in ${retryAfterSeconds} seconds.`;
    return { lock, refusal: { ...refuse('RATE_LIMITED', reason), retryAfterSeconds } };
  }
  const after: LockoutRow = { ...lock, recent_attempts, recent_since: isNew ? now : lock.recent_since };
  saveLockoutRow(unit, after);
  return { lock: after, refusal: undefined };
}
