import type { Handler } from '../../operation/operation.ts';
import { simulateFollowing } from './simulated-message.ts';

/** A merchant settles some or all of what was authorized. */
export const sandboxSimulateCardClearing: Handler<'sandboxSimulateCardClearing'> = (call) =>
  simulateFollowing(call, 'CLEARING', BigInt(call.input.body.amount));
