import type { Handler } from '../../operation/operation.ts';
import { sendCode } from './send-code.ts';

export const sendCustomerPhoneVerification: Handler<'sendCustomerPhoneVerification'> = (call) =>
  sendCode(call, 'phone');
