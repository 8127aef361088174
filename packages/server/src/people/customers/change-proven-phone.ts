import type { Instant } from '../../ground/clock/instant.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import { updateCustomer } from '../customer-records/customer-records.ts';
import { lockActiveCustomer } from '../customer-records/lock-customer.ts';

/**
 * Changes the phone of a customer who began to prove their identity at `startedAt`; the new one then needs no code. A
 * phone that was verified since stays.
 */
export async function changeProvenPhone(
  context: WorkContext,
  customerId: string,
  { phone, startedAt }: { readonly phone: string; readonly startedAt: Instant },
): Promise<Refusal<'CONFLICT'> | undefined> {
  const { unit, tenant, now, deps } = context;
  const row = await lockActiveCustomer(unit, tenant, customerId);
  if (isRefusal(row)) throw new Error(`there is no customer ${customerId} to change`);
  if (row.phone_verified_at !== null && row.phone_verified_at > startedAt) return verifiedSince;
  const refusal = await deps.lifeCycle.beforePhoneReplaced(context, { customerId, contact: phone });
  if (refusal !== undefined) return refusal;
  await updateCustomer(unit, { ...row, phone_number: phone, phone_verified_at: now, updated_at: now });
  await deps.lifeCycle.onCustomerChanged(context, customerId);
  return undefined;
}

const verifiedSince = refuse(
  'CONFLICT',
  'The customer has verified a phone number since the reset was started. Start another reset to replace it.',
);
