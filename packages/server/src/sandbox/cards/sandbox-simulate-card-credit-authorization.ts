import type { Handler } from '../../operation/operation.ts';
import { simulateAtMerchant } from './simulated-message.ts';

/** A refund for which the network requests authorization. */
export const sandboxSimulateCardCreditAuthorization: Handler<'sandboxSimulateCardCreditAuthorization'> = (call) =>
  simulateAtMerchant(call, 'CREDIT_AUTHORIZATION');
