import type { Handler } from '../../operation/operation.ts';
import { simulateFollowing } from './simulated-message.ts';

/** A merchant releases the amount that is not settled. */
export const sandboxSimulateCardAuthorizationReversal: Handler<'sandboxSimulateCardAuthorizationReversal'> = (call) =>
  simulateFollowing(call, 'AUTHORIZATION_REVERSAL', 0n);
