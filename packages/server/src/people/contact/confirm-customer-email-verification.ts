import { type Handler, isRefusal } from '../../operation/operation.ts';
import { confirmCode } from './confirm-code.ts';

export const confirmCustomerEmailVerification: Handler<'confirmCustomerEmailVerification'> = async ({
  input: { path, body },
  ...context
}) => {
  const outcome = await confirmCode(context, path.customerId, 'email', body.code);
  return isRefusal(outcome) ? outcome : { status: 200, body: outcome };
};
