import type { Handler } from '../../operation/operation.ts';
import { confirmCode } from './confirm-code.ts';

export const confirmCustomerPhoneVerification: Handler<'confirmCustomerPhoneVerification'> = (call) =>
  confirmCode(call, 'phone');
