import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal } from '../../operation/operation.ts';
import { updateCustomer } from '../customer-records/customer-records.ts';
import { lockActiveCustomer } from '../customer-records/lock-customer.ts';

/** Changes the phone of a customer whose identity was just verified; the new one then needs no code. */
export async function changeProvenPhone(
  context: WorkContext,
  customerId: string,
  phone: string,
): Promise<Refusal<'CONFLICT'> | undefined> {
  const { unit, tenant, now, deps } = context;
  const row = await lockActiveCustomer(unit, tenant, customerId);
  if (isRefusal(row)) throw new Error(`there is no customer ${customerId} to change`);
  const refusal = await deps.lifeCycle.beforePhoneReplaced(context, { customerId, contact: phone });
  if (refusal !== undefined) return refusal;
  await updateCustomer(unit, { ...row, phone_number: phone, phone_verified_at: now, updated_at: now });
  await deps.lifeCycle.onCustomerChanged(context, customerId);
  return undefined;
}
