import type { Handler } from '../../operation/operation.ts';
import { sendCode } from './send-code.ts';

export const sendCustomerPhoneVerification: Handler<'sendCustomerPhoneVerification'> = async ({
  input: { path },
  ...context
}) => (await sendCode(context, path.customerId, 'phone')) ?? { status: 204, body: undefined };
