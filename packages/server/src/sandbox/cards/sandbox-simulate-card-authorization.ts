import type { Handler } from '../../operation/operation.ts';
import { simulateAtMerchant } from './simulated-message.ts';

/** A purchase that the network asks about. */
export const sandboxSimulateCardAuthorization: Handler<'sandboxSimulateCardAuthorization'> = (call) =>
  simulateAtMerchant(call, 'AUTHORIZATION');
