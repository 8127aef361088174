import type { Handler } from '../../operation/operation.ts';
import { simulateFollowing } from './simulated-message.ts';

/** A merchant has changed the amount of an authorization. */
export const sandboxSimulateCardAuthorizationAdvice: Handler<'sandboxSimulateCardAuthorizationAdvice'> = (call) =>
  simulateFollowing(call, 'AUTHORIZATION_ADVICE', BigInt(call.input.body.amount));
