import type { Handler } from '../../operation/operation.ts';
import { simulateAtMerchant } from './simulated-message.ts';

/** A refund that is paid out with the question about it. */
export const sandboxSimulateCardFinancialCreditAuthorization: Handler<
  'sandboxSimulateCardFinancialCreditAuthorization'
> = (call) => simulateAtMerchant(call, 'FINANCIAL_CREDIT_AUTHORIZATION');
