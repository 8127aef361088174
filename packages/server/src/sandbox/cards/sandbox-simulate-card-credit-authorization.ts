import type { Handler } from '../../operation/operation.ts';
import { simulateAtMerchant } from './simulated-message.ts';

/** A refund that the network asks about. */
export const sandboxSimulateCardCreditAuthorization: Handler<'sandboxSimulateCardCreditAuthorization'> = (call) =>
  simulateAtMerchant(call, 'CREDIT_AUTHORIZATION');
