import { type Handler, isRefusal } from '../../operation/operation.ts';
import { findScaCustomer } from './find-sca-customer.ts';
import { readLockoutForUpdate, recordFailedAttempt, refuseLocked, resetFailedAttempts } from './lockout.ts';
import type { LockoutRow } from './lockout-repository.ts';
import { endSessions } from './sessions.ts';

export const recordSecurityEvent: Handler<'recordSecurityEvent'> = async (call) => {
  const { unit, tenant, now, input } = call;
  const { eventType } = input.body;
  const customer = await findScaCustomer(call, input.query.customerId);
  if (isRefusal(customer)) return customer;
  const lock = await readLockoutForUpdate(call, customer.id);
  if (eventType === 'RESET_PASSWORD_COMPLETED') {
    endSessions(unit, tenant, customer.id, now);
    return { status: 200, body: { eventType, ...viewLock(resetFailedAttempts(call, lock, 'RESET_PASSWORD')) } };
  }
  const locked = refuseLocked(lock);
  if (locked !== undefined) return locked;
  return { status: 200, body: { eventType, ...viewLock(recordFailedAttempt(call, lock)) } };
};

function viewLock({ status, locked_until: lockedUntil, failed_attempts: failedAttempts }: LockoutRow) {
  return { suspended: status === 'SUSPENDED', lockedUntil, failedAttempts };
}
