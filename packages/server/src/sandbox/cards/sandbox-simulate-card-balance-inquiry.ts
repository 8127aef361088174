import { receiveCardMessage } from '../../cards/card-transactions/receive-card-message.ts';
import { cardNotFound } from '../../cards/issuing/find-card.ts';
import type { Handler } from '../../operation/operation.ts';
import { isProblem, newIssuerToken, simulated } from './simulated-message.ts';

/** An authorization of zero, as a cash machine requests it before it shows a balance. */
export const sandboxSimulateCardBalanceInquiry: Handler<'sandboxSimulateCardBalanceInquiry'> = async (call) => {
  const { ids } = call.deps;
  const { path, body } = call.input;
  const outcome = await receiveCardMessage(call, {
    kind: 'BALANCE_INQUIRY',
    id: ids.next('CardMessage'),
    cardId: path.id,
    issuerTransactionToken: newIssuerToken(ids),
    amountMinor: 0n,
    merchant: body.merchant,
  });
  // It has neither an amount nor a currency, so only the card can be wrong.
  return isProblem(outcome) ? cardNotFound(path.id) : simulated(outcome);
};
