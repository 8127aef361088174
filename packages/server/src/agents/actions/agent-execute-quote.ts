import { declared } from '../../operation/declared-refusal.ts';
import { type Handler, isRefusal, refuse } from '../../operation/operation.ts';
import { lockExecutable } from '../../payments/quotes/execute-quote.ts';
import { unknownQuote } from '../../payments/quotes/quote-view.ts';
import { checkOwnersSignature, needsSignature } from '../../payments/quotes/wallet-payment.ts';
import { findTransactionOfQuote } from '../../payments/transactions/find-transaction.ts';
import { lockCallingAgent } from '../agents/calling-agent.ts';
import { findActionOfTransaction } from './actions-repository.ts';
import { submitPayment } from './submit-payment.ts';

/** The refusals come in the order in which the specification lists the checks. */
export const agentExecuteQuote: Handler<'agentExecuteQuote'> = async (call) => {
  const { unit, tenant, input } = call;
  const { quoteId } = input.path;
  const agent = await lockCallingAgent(call);
  if (isRefusal(agent)) return agent;
  const transaction = await findTransactionOfQuote(unit, tenant, quoteId);
  if (transaction?.agent_id !== agent.id) return unknownQuote(quoteId);
  const submitted = await findActionOfTransaction(unit, tenant, transaction.id);
  if (submitted !== undefined) {
    const reason = `The quote was already submitted as ${submitted.id}, which is ${submitted.status}. A quote can be submitted once; create another one to pay again.`;
    return refuse('CONFLICT', reason, { actionId: submitted.id, status: submitted.status });
  }
  const quote = await lockExecutable(call, quoteId);
  if (isRefusal(quote)) return quote;
  const sign = () => checkOwnersSignature(call, quote);
  const signature = needsSignature(quote) ? call.walletHeaders.signature : undefined;
  const action = await submitPayment(call, agent, { type: 'EXECUTE_QUOTE', transaction, sign, signature });
  return isRefusal(action) ? declared('agentExecuteQuote', action) : { status: 200, body: action };
};
