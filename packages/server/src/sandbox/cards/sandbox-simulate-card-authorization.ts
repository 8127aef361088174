import type { Handler } from '../../operation/operation.ts';
import { simulateAtMerchant } from './simulated-message.ts';

/** A purchase for which the network requests authorization. */
export const sandboxSimulateCardAuthorization: Handler<'sandboxSimulateCardAuthorization'> = (call) =>
  simulateAtMerchant(call, 'AUTHORIZATION');
