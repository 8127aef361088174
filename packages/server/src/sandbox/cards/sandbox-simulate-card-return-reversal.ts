import { receiveCardMessage } from '../../cards/card-transactions/receive-card-message.ts';
import type { Handler } from '../../operation/operation.ts';
import { refuseSimulation } from './refuse-simulation.ts';
import { isProblem, simulated } from './simulated-message.ts';

/** A merchant reverses a refund, which the path names. */
export const sandboxSimulateCardReturnReversal: Handler<'sandboxSimulateCardReturnReversal'> = async (call) => {
  const { id: cardTransactionId } = call.input.path;
  const id = call.deps.ids.next('CardMessage');
  const outcome = await receiveCardMessage(call, { id, kind: 'RETURN_REVERSAL', cardTransactionId });
  return isProblem(outcome) ? refuseSimulation(outcome, { cardTransactionId }) : simulated(outcome);
};
