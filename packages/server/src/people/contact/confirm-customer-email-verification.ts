import type { Handler } from '../../operation/operation.ts';
import { confirmCode } from './confirm-code.ts';

export const confirmCustomerEmailVerification: Handler<'confirmCustomerEmailVerification'> = (call) =>
  confirmCode(call, 'email');
