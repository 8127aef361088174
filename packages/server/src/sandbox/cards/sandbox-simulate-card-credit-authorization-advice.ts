import type { Handler } from '../../operation/operation.ts';
import { simulateAtMerchant } from './simulated-message.ts';

/** A refund that the network has approved on behalf of the service. */
export const sandboxSimulateCardCreditAuthorizationAdvice: Handler<'sandboxSimulateCardCreditAuthorizationAdvice'> = (
  call,
) => simulateAtMerchant(call, 'CREDIT_AUTHORIZATION_ADVICE');
