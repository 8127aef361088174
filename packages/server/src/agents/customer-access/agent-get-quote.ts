import type { Handler } from '../../operation/operation.ts';
import { getQuoteById } from '../../payments/quotes/get-quote-by-id.ts';
import { unknownQuote } from '../../payments/quotes/quote-view.ts';
import { findTransactionOfQuote } from '../../payments/transactions/find-transaction.ts';

/** Finds only quotes that the agent created. */
export const agentGetQuote: Handler<'agentGetQuote'> = async (call) => {
  const { quoteId } = call.input.path;
  const transaction = await findTransactionOfQuote(call.unit, call.tenant, quoteId);
  if (transaction === undefined || transaction.agent_id !== call.caller.agentId) return unknownQuote(quoteId);
  return getQuoteById({ ...call, input: { ...call.input } });
};
