import type { Handler } from '../../operation/operation.ts';
import { sendCode } from './send-code.ts';

export const sendCustomerEmailVerification: Handler<'sendCustomerEmailVerification'> = async ({
  input: { path },
  ...context
}) => (await sendCode(context, path.customerId, 'email')) ?? { status: 204, body: undefined };
