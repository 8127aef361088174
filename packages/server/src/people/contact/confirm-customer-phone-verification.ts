import { type Handler, isRefusal } from '../../operation/operation.ts';
import { confirmCode } from './confirm-code.ts';

export const confirmCustomerPhoneVerification: Handler<'confirmCustomerPhoneVerification'> = async ({
  input: { path, body },
  ...context
}) => {
  const outcome = await confirmCode(context, path.customerId, 'phone', body.code);
  return isRefusal(outcome) ? outcome : { status: 200, body: outcome };
};
