import type { Handler } from '../../operation/operation.ts';
import { sendCode } from './send-code.ts';

export const sendCustomerEmailVerification: Handler<'sendCustomerEmailVerification'> = (call) =>
  sendCode(call, 'email');
