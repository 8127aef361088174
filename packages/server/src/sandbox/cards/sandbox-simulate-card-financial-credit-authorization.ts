import type { Handler } from '../../operation/operation.ts';
import { simulateAtMerchant } from './simulated-message.ts';

/** A refund that is authorized and paid out in one message. */
export const sandboxSimulateCardFinancialCreditAuthorization: Handler<
  'sandboxSimulateCardFinancialCreditAuthorization'
> = (call) => simulateAtMerchant(call, 'FINANCIAL_CREDIT_AUTHORIZATION');
