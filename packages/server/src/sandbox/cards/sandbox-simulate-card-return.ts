import { receiveCardMessage } from '../../cards/card-transactions/receive-card-message.ts';
import type { Handler } from '../../operation/operation.ts';
import { refuseSimulation } from './refuse-simulation.ts';
import { followingOf, isProblem, newIssuerToken, simulated } from './simulated-message.ts';

/** A merchant returns part of a purchase. The response names the refund, which is a separate transaction. */
export const sandboxSimulateCardReturn: Handler<'sandboxSimulateCardReturn'> = async (call) => {
  const following = followingOf(call);
  const outcome = await receiveCardMessage(call, {
    ...following,
    kind: 'RETURN',
    issuerTransactionToken: newIssuerToken(call.deps.ids),
    amountMinor: BigInt(call.input.body.amount),
  });
  return isProblem(outcome) ? refuseSimulation(outcome, following) : simulated(outcome);
};
