import type { Handler } from '../../operation/operation.ts';
import { simulateAtMerchant } from './simulated-message.ts';

/** A purchase that is settled with the question about it. */
export const sandboxSimulateCardFinancialAuthorization: Handler<'sandboxSimulateCardFinancialAuthorization'> = (call) =>
  simulateAtMerchant(call, 'FINANCIAL_AUTHORIZATION');
