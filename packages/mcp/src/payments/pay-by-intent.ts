import type { Received } from '@payments-platform/client';
import type { AgentLink } from '../agent-link.ts';
import type { AgentTool, ToolArguments } from '../agent-tool.ts';
import type { Answer } from '../answer.ts';
import { type Called, callOperation, settled } from '../call-operation.ts';
import { limitWords } from '../words/budget-words.ts';
import { actionAnswer, quoteAnswer } from '../words/payment-words.ts';
import { refused, refusedRepeat, unknown } from '../words/refusal-words.ts';
import { argumentsHash, intentKey } from './intent.ts';
import type { IntentRecord } from './journal.ts';

type Action = Received<'AgentAction'>;
type Quote = Received<'Quote'>;

/** A call of a tool for one payment. */
export interface PaymentCall {
  readonly link: AgentLink;
  readonly tool: AgentTool;
  readonly intent: string;
  readonly given: ToolArguments;
}

/** The platform stores a key for at least a day. */
const keyLifetimeMs = 86_400_000;

/** After this many expired quotes of one intent in a row, a person should check it. */
const roundsMaximum = 20;

/** Gets the price of a payment: the current quote if it is still valid, or a new one. */
export async function quotePayment(call: PaymentCall): Promise<Answer> {
  const { link, tool, intent } = call;
  const known = link.journal.find(intent);
  if (known !== undefined && known.tool !== tool.name) return madeOtherwise(known);
  let round = known?.round ?? 0;
  if (known?.quoteId !== undefined) {
    const standing = await standingOf(call, known.quoteId);
    if (standing.kind === 'ANSWER') return standing.answer;
    if (standing.kind === 'HOLDS') {
      if (sameArguments(call, known)) return quoted(link, standing.quote);
      if (known.paidAt !== undefined) return otherArguments(known);
    }
    // The quote has expired, or the arguments have changed: only the last quote of an intent can be paid.
    round += 1;
  }
  for (; round < roundsMaximum; round += 1) {
    const record = { ...begun(call), round };
    link.journal.write(record);
    const called = await callOperation(link.client, tool, call.given, intentKey(intent, round));
    if (called.kind === 'REFUSAL') putBack(call, known);
    if (called.kind !== 'SUCCESS') return notDone(call, called);
    const quote = called.data as Quote;
    link.journal.write({ ...record, quoteId: quote.id });
    if (!called.isReplayed) return quoted(link, quote);
    // The platform knows this intent, but this computer has no record of it.
    const standing = await standingOf(call, quote.id);
    if (standing.kind === 'ANSWER') return standing.answer;
    if (standing.kind === 'HOLDS') return quoted(link, standing.quote);
  }
  const text = `Refused, nothing was sent: ${roundsMaximum} quotes for this payment have expired. Tell the person who requested it, and use another intent once they have checked it.`;
  return { outcome: 'REFUSED', text };
}

/** A model that promises the payment to a person has to know before that the policy will refuse it. */
async function quoted(link: AgentLink, quote: Quote): Promise<Answer> {
  return quoteAnswer(quote, await link.readAgent());
}

type Standing =
  | { readonly kind: 'HOLDS'; readonly quote: Quote }
  | { readonly kind: 'RAN_OUT' }
  | { readonly kind: 'ANSWER'; readonly answer: Answer };

/** Whether a quote can still be paid, expired without a payment, or already has a payment. */
async function standingOf(call: PaymentCall, quoteId: string): Promise<Standing> {
  const { client } = call.link;
  const called = await settled(
    client.GET('/agents/me/quotes/{quoteId}', { params: { path: { quoteId: quoteId as Quote['id'] } } }),
  );
  if (called.kind !== 'SUCCESS') return { kind: 'ANSWER', answer: await notDone(call, called) };
  const quote = called.data as Quote;
  if (quote.status === 'EXPIRED' || quote.status === 'FAILED') return { kind: 'RAN_OUT' };
  const action = await actionOf(call.link, quote);
  if (action !== undefined && action.status !== 'REJECTED' && action.status !== 'FAILED') {
    return { kind: 'ANSWER', answer: askedBefore(actionAnswer(action, call.tool.decidedWithinHours)) };
  }
  if (quote.status === 'PENDING') return { kind: 'HOLDS', quote };
  return { kind: 'ANSWER', answer: askedBefore(quoteAnswer(quote)) };
}

/** The newest actions are enough, because a quote is valid for minutes only. */
async function actionOf({ client }: AgentLink, quote: Quote): Promise<Action | undefined> {
  const called = await settled(client.GET('/agents/me/actions', { params: { query: { limit: 100 } } }));
  if (called.kind !== 'SUCCESS') return undefined;
  return (called.data as Received<'AgentActionListResponse'>).data.find((action) => action.quote?.id === quote.id);
}

/** Pays a quote that was created with the same intent. */
export async function payQuote(call: PaymentCall): Promise<Answer> {
  const { link, tool, intent, given } = call;
  const known = link.journal.find(intent);
  if (known?.quoteId === undefined || known.quoteId !== given['quoteId']) return pricedOtherwise(known);
  const asked = { ...known, paidAt: known.paidAt ?? link.now().toISOString() };
  link.journal.write(asked);
  const called = await callOperation(link.client, tool, given, intentKey(intent, known.round));
  const submitted = submittedBefore(called);
  if (submitted !== undefined) return currentAction(call, submitted, true);
  if (called.kind === 'SUCCESS') return paid(call, asked, called);
  if (called.kind === 'REFUSAL' && known.paidAt !== undefined) return repeatNotDone(call, known.quoteId, called);
  if (called.kind === 'REFUSAL') putBack(call, unpaid(known));
  return notDone(call, called);
}

/** An earlier call got no response: the state of its quote shows whether it took effect. */
async function repeatNotDone(
  call: PaymentCall,
  quoteId: string,
  called: Called & { readonly kind: 'REFUSAL' },
): Promise<Answer> {
  const standing = await standingOf(call, quoteId);
  if (standing.kind !== 'ANSWER') return notDone(call, called);
  const isKnown = standing.answer.outcome !== 'REFUSED' && standing.answer.outcome !== 'UNKNOWN';
  return isKnown ? standing.answer : refusedRepeat(called.error, await call.link.readAgent());
}

function unpaid({ paidAt: _paidAt, ...known }: IntentRecord): IntentRecord {
  return known;
}

/** The platform returns the action of a quote that was submitted before. */
function submittedBefore(called: Called): string | undefined {
  if (called.kind !== 'REFUSAL' || called.error.status !== 409) return undefined;
  const id = called.error.details?.['actionId'];
  return typeof id === 'string' ? id : undefined;
}

/** Moves money without a quote, once per intent. */
export async function transfer(call: PaymentCall): Promise<Answer> {
  const { link, tool, intent, given } = call;
  const known = link.journal.find(intent);
  if (known !== undefined && known.tool !== tool.name) return madeOtherwise(known);
  if (known !== undefined && !sameArguments(call, known)) return otherArguments(known);
  if (known?.actionId !== undefined) return currentAction(call, known.actionId, true);
  if (known !== undefined && link.now().getTime() - Date.parse(known.askedAt) > keyLifetimeMs) return tooLate(known);
  const record = known ?? begun(call);
  link.journal.write(record);
  const called = await callOperation(link.client, tool, given, intentKey(intent));
  if (called.kind === 'SUCCESS') return paid(call, record, called);
  // A refusal says nothing about an earlier call that got no response.
  if (called.kind === 'REFUSAL' && known !== undefined) return refusedRepeat(called.error, await link.readAgent());
  if (called.kind === 'REFUSAL') putBack(call, undefined);
  return notDone(call, called);
}

/** Records the request, and returns the decision about it. */
async function paid(
  call: PaymentCall,
  record: IntentRecord,
  called: Called & { readonly kind: 'SUCCESS' },
): Promise<Answer> {
  const { link, tool } = call;
  const action = called.data as Action;
  link.journal.write({ ...record, actionId: action.id });
  if (called.isReplayed) return currentAction(call, action.id, true);
  return withLimits(link, actionAnswer(action, tool.decidedWithinHours));
}

/** The current state of a payment. */
export async function currentAction(
  call: Pick<PaymentCall, 'link' | 'tool'>,
  id: string,
  isRepeated: boolean,
): Promise<Answer> {
  const { link, tool } = call;
  const path = { actionId: id as Action['id'] };
  const called = await settled(link.client.GET('/agents/me/actions/{actionId}', { params: { path } }));
  if (called.kind !== 'SUCCESS') return notDone(call, called);
  const answer = actionAnswer(called.data as Action, tool.decidedWithinHours);
  return withLimits(link, isRepeated ? askedBefore(answer) : answer);
}

async function withLimits(link: AgentLink, answer: Answer): Promise<Answer> {
  const agent = await link.readAgent();
  return agent === undefined ? answer : { ...answer, text: `${answer.text} ${limitWords(agent).join(' ')}` };
}

function askedBefore(answer: Answer): Answer {
  return {
    ...answer,
    text: `A payment with this intent was requested before, so nothing was paid again. ${answer.text} If you mean another payment, give it its own intent.`,
  };
}

async function notDone(
  { link }: Pick<PaymentCall, 'link'>,
  called: Exclude<Called, { readonly kind: 'SUCCESS' }>,
): Promise<Answer> {
  if (called.kind === 'UNKNOWN') return unknown(called.error, true);
  if (called.error.fieldErrors.some(({ field }) => field === 'Idempotency-Key')) return otherArguments(undefined);
  return refused(called.error, await link.readAgent());
}

/** The refusal of a first call had no effect, so the next attempt may use other arguments. */
function putBack({ link, intent }: PaymentCall, known: IntentRecord | undefined): void {
  if (known === undefined) link.journal.forget(intent);
  else link.journal.write(known);
}

function begun({ link, tool, intent, given }: PaymentCall): IntentRecord {
  return {
    intent,
    tool: tool.name,
    argumentsHash: argumentsHash(meant(given)),
    askedAt: link.now().toISOString(),
    round: 0,
  };
}

function sameArguments({ given }: PaymentCall, known: IntentRecord): boolean {
  return known.argumentsHash === argumentsHash(meant(given));
}

/** The arguments without the intent itself. */
function meant({ intent: _intent, ...given }: ToolArguments): ToolArguments {
  return given;
}

function otherArguments(known: IntentRecord | undefined): Answer {
  const since = known === undefined ? '' : ` since ${known.askedAt}`;
  const text = `Refused, nothing was sent: this intent stands for a payment with other arguments${since}. If you mean that payment, call again with exactly the same arguments. If you mean another payment, give it its own intent.`;
  return { outcome: 'REFUSED', text };
}

function madeOtherwise({ tool, askedAt }: IntentRecord): Answer {
  const text = `Refused, nothing was sent: this intent was used with ${tool} on ${askedAt}. find_payment shows its state. For another payment, use another intent.`;
  return { outcome: 'REFUSED', text };
}

function pricedOtherwise(known: IntentRecord | undefined): Answer {
  const priced =
    known?.quoteId === undefined
      ? 'no quote was created with this intent'
      : `the quote of this intent is ${known.quoteId}`;
  const text = `Refused, nothing was sent: ${priced}. Use exactly the intent that you gave to quote_payment; if you have lost it, use find_payment, or request a new quote.`;
  return { outcome: 'REFUSED', text };
}

function tooLate({ askedAt }: IntentRecord): Answer {
  const text = `Refused, nothing was sent: this payment was requested on ${askedAt}, no response arrived, and that is too long ago to repeat it safely. Check with list_actions and list_transactions whether it was made. If it was not, request it with another intent.`;
  return { outcome: 'REFUSED', text };
}
