import type { Received } from '@payments-platform/types';
import type { Answer, Outcome } from '../answer.ts';
import { amountWords, momentWords } from './amount-words.ts';
import { decisionAhead } from './policy-ahead.ts';

type Action = Received<'AgentAction'>;
type Quote = Received<'Quote'>;

const hourMs = 3_600_000;

/** The amount of an action: `250.00 USD`. */
function sumOf({ quote, transferDetails }: Action): string {
  if (quote !== undefined) return amountWords(quote.totalSendingAmount, quote.sendingCurrency.code);
  return transferDetails === undefined ? 'the payment' : amountWords(transferDetails.amount, transferDetails.currency);
}

/** The deadline for approval; a quote has its own. */
function decidedUntil({ quote, createdAt }: Action, decidedWithinHours: number | null): string {
  if (quote !== undefined) return ` until ${momentWords(quote.expiresAt)}`;
  if (decidedWithinHours === null) return '';
  return ` until ${momentWords(new Date(Date.parse(createdAt) + decidedWithinHours * hourMs).toISOString())}`;
}

/** The decision about a payment, by the policy or by a person. */
export function actionAnswer(action: Action, decidedWithinHours: number | null): Answer {
  const [outcome, text] = actionWords(action, decidedWithinHours);
  return { outcome, text, data: action };
}

function actionWords(action: Action, decidedWithinHours: number | null): readonly [Outcome, string] {
  const sum = sumOf(action);
  switch (action.status) {
    case 'APPROVED':
      return approvedWords(action, sum);
    case 'PENDING_APPROVAL':
      return [
        'WAITING',
        `Waiting for approval: ${sum} is only paid once approved, so nothing has moved yet. The people who run the platform decide${decidedUntil(action, decidedWithinHours)}. Tell the person who asked, and check ${action.id} with get_action from time to time. Do not request this payment again.`,
      ];
    case 'REJECTED':
      return [
        'REFUSED',
        `Rejected: the people who run the platform refused ${sum}${action.rejectionReason === undefined ? '' : `, saying "${action.rejectionReason}"`}. Nothing has moved. Tell the person who asked; request it again only if they want you to${byIntent(action)}.`,
      ];
    case 'FAILED':
      return [
        'REFUSED',
        `Not carried out: ${sum} was not approved in time, or could no longer be paid after the approval, because the quote had expired, the account did not hold enough, or your policy no longer allowed it. Nothing has moved. See check_budget, and request it again if it is still wanted${byIntent(action)}.`,
      ];
    default:
      return ['READ', `The action for ${sum} is ${action.status}.`];
  }
}

/** How to request it again: an expired quote can be replaced with the same intent, but a transfer has no quote. */
function byIntent({ transferDetails }: Action): string {
  return transferDetails === undefined
    ? ', with a new price under the same intent'
    : ', with another intent, such as this one and "second attempt" after it, because this one belongs to the transfer that was not made';
}

function approvedWords({ transaction }: Action, sum: string): readonly [Outcome, string] {
  if (transaction === undefined) return ['DONE', `Done: ${sum} is allowed, and the payment was started.`];
  const follow = `Follow it with get_transaction for ${transaction.id}.`;
  switch (transaction.status) {
    case 'COMPLETED':
      return ['DONE', `Done: ${sum} has arrived. The payment is ${transaction.id}.`];
    case 'PENDING_AUTHORIZATION':
      return [
        'WAITING',
        `Waiting for the customer: ${sum} is allowed, but the customer must confirm it first. Nothing has moved yet. ${follow} Do not pay it again.`,
      ];
    case 'FAILED':
    case 'EXPIRED':
      return [
        'REFUSED',
        `Not paid: ${sum} was allowed, and the payment ${transaction.id} is ${transaction.status}. Read it with get_transaction, and tell the person who asked.`,
      ];
    default:
      return ['DONE', `Done: ${sum} is on its way. ${follow} Do not pay it again.`];
  }
}

/** The price of a quote, and how to pay it. With the state of the agent, also what its policy will decide. */
export function quoteAnswer(quote: Quote, agent?: Received<'Agent'>): Answer {
  const out = amountWords(quote.totalSendingAmount, quote.sendingCurrency.code);
  const into = amountWords(quote.totalReceivingAmount, quote.receivingCurrency.code);
  const fees = amountWords(quote.feesIncluded, quote.sendingCurrency.code);
  const price = `${out} is debited, ${into} arrives, and fees of ${fees} are included`;
  if (quote.status !== 'PENDING')
    return { outcome: 'READ', text: `The quote is ${quote.status}: ${price}.`, data: quote };
  return {
    outcome: 'READ',
    text: `Quoted, nothing has moved: ${price}. The price holds until ${momentWords(quote.expiresAt)}. ${nextWords(quote, agent)}`,
    data: quote,
  };
}

function nextWords(quote: Quote, agent: Received<'Agent'> | undefined): string {
  const pay = `To pay it, call pay_quote with ${quote.id} and the same intent.`;
  const ahead = agent === undefined ? undefined : decisionAhead(agent, quote);
  if (ahead === undefined) return pay;
  return ahead.decision === 'REFUSED'
    ? `Your policy will refuse to pay it: ${ahead.why} Tell the person who asked instead of calling pay_quote.`
    : `${pay} It will then wait for approval by the people who run the platform, because ${ahead.why}.`;
}
