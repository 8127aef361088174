import type { Handler } from '../../operation/operation.ts';
import { simulateFollowing } from './simulated-message.ts';

/** A merchant settles some or all of the authorized amount. */
export const sandboxSimulateCardClearing: Handler<'sandboxSimulateCardClearing'> = (call) =>
  simulateFollowing(call, 'CLEARING', BigInt(call.input.body.amount));
