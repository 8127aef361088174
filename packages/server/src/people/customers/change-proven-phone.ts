import { isRefusal } from '../../operation/operation.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import { lockActiveCustomer, saveCustomer } from '../customer-records/lock-customer.ts';

/** Gives a customer whose identity was just proved another phone, which then needs no code to count as theirs. */
export async function changeProvenPhone(
  { unit, tenant, now }: WorkContext,
  customerId: string,
  phone: string,
): Promise<void> {
  const row = await lockActiveCustomer(unit, tenant, customerId);
  if (isRefusal(row)) throw new Error(`there is no customer ${customerId} to change`);
  await saveCustomer(unit, { ...row, phone_number: phone, phone_verified_at: now, updated_at: now });
}
