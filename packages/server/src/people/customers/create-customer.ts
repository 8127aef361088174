import { type Handler, isRefusal } from '../../operation/operation.ts';
import { registerCustomer } from './register-customer.ts';

export const createCustomer: Handler<'createCustomer'> = async ({ input: { body }, ...context }) => {
  const customer = await registerCustomer(context, body);
  return isRefusal(customer) ? customer : { status: 201, body: customer };
};
