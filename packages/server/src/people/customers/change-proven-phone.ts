import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal } from '../../operation/operation.ts';
import { lockActiveCustomer, saveCustomer } from '../customer-records/lock-customer.ts';

/** Changes the phone of a customer whose identity was just verified; the new one then needs no code. */
export async function changeProvenPhone(
  { unit, tenant, now }: WorkContext,
  customerId: string,
  phone: string,
): Promise<void> {
  const row = await lockActiveCustomer(unit, tenant, customerId);
  if (isRefusal(row)) throw new Error(`there is no customer ${customerId} to change`);
  await saveCustomer(unit, { ...row, phone_number: phone, phone_verified_at: now, updated_at: now });
}
