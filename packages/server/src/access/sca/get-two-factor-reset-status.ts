import { type Handler, isRefusal } from '../../operation/operation.ts';
import { findReset, viewReset } from './factor-reset.ts';
import { findScaCustomer } from './find-sca-customer.ts';

export const getTwoFactorResetStatus: Handler<'getTwoFactorResetStatus'> = async (call) => {
  const customer = await findScaCustomer(call, call.input.query.customerId);
  if (isRefusal(customer)) return customer;
  const reset = await findReset(call, customer.id, call.input.path.resetId);
  return isRefusal(reset) ? reset : { status: 200, body: viewReset(reset, call.now) };
};
