import type { Handler } from '../../operation/operation.ts';
import { simulateAtMerchant } from './simulated-message.ts';

/** A purchase that is authorized and settled in one message. */
export const sandboxSimulateCardFinancialAuthorization: Handler<'sandboxSimulateCardFinancialAuthorization'> = (call) =>
  simulateAtMerchant(call, 'FINANCIAL_AUTHORIZATION');
