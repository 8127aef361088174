import type { Received } from '@payments-platform/client';
import type { AgentLink } from '../agent-link.ts';
import type { AgentTool } from '../agent-tool.ts';
import type { Answer } from '../answer.ts';
import { settled } from '../call-operation.ts';
import { quoteAnswer } from '../words/payment-words.ts';
import { refused, unknown } from '../words/refusal-words.ts';
import type { IntentRecord } from './journal.ts';
import { currentAction } from './pay-by-intent.ts';

const shown = 20;

/** The state of an intent, for a model that has lost the response. */
export async function findPayment(link: AgentLink, tool: AgentTool, intent: string | undefined): Promise<Answer> {
  if (intent === undefined) return listIntents(link);
  const known = link.journal.find(intent);
  if (known === undefined) {
    const { text, data } = listIntents(link);
    return { outcome: 'READ', text: `No payment was requested with this intent from this computer. ${text}`, data };
  }
  if (known.actionId !== undefined) return currentAction({ link, tool }, known.actionId, false);
  return known.quoteId === undefined ? unanswered(known) : ofQuote(link, known, known.quoteId);
}

function listIntents({ journal }: AgentLink): Answer {
  const records = journal.list(shown);
  const lines = records.map(({ intent, tool, askedAt }) => `"${intent}" with ${tool} on ${askedAt}`);
  const text =
    lines.length === 0 ? 'No payment was requested yet.' : `Latest requests, the newest first: ${lines.join('; ')}.`;
  return { outcome: 'READ', text, data: records };
}

function unanswered({ tool, askedAt }: IntentRecord): Answer {
  const text = `Not known: ${tool} was called on ${askedAt} and no response arrived. Call it again with exactly the same arguments and the same intent: it is then paid once, regardless of the first call.`;
  return { outcome: 'UNKNOWN', text };
}

async function ofQuote(link: AgentLink, known: IntentRecord, quoteId: string): Promise<Answer> {
  const path = { quoteId: quoteId as Received<'QuoteId'> };
  const called = await settled(link.client.GET('/agents/me/quotes/{quoteId}', { params: { path } }));
  if (called.kind === 'UNKNOWN') return unknown(called.error, true);
  if (called.kind === 'REFUSAL') return refused(called.error, await link.readAgent());
  const quote = called.data as Received<'Quote'>;
  const answer = quoteAnswer(quote);
  if (quote.status === 'PENDING' && known.paidAt === undefined) return answer;
  if (quote.status !== 'PENDING') return answer;
  const text = `${answer.text} pay_quote was called on ${known.paidAt}: call it again to see the result.`;
  return { ...answer, text };
}
