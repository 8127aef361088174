import { wordsOf } from '../../../server/test/words-of.ts';
import type { Evidence } from './evidence.ts';
import type { Acknowledgement, Intent } from './journal.ts';

/** A guarantee of the server, and every way in which the evidence contradicts it. */
export interface Check {
  readonly name: string;
  readonly promise: string;
  breaches(evidence: Evidence): Iterable<string>;
}

interface Answered {
  readonly intent: Intent;
  readonly answer: Acknowledgement | undefined;
}

interface QuoteAnswer {
  readonly id: string;
  readonly transactionId: string;
  readonly totalSendingAmount: number;
  readonly createdAt: string;
  readonly expiresAt: string;
}

function answered({ journal }: Evidence): Answered[] {
  const answers = new Map(journal.filter((line) => line.kind === 'ANSWER').map((answer) => [answer.intent, answer]));
  return journal
    .filter((line) => line.kind === 'INTENT')
    .map((intent) => ({ intent, answer: answers.get(intent.intent) }));
}

function isSuccess(answer: Acknowledgement | undefined): answer is Acknowledgement {
  return answer !== undefined && answer.status < 300;
}

function quoteOf(answer: Acknowledgement): QuoteAnswer {
  return JSON.parse(answer.text) as QuoteAnswer;
}

/** Every payment that a client got a response for exists once, with its price. */
function acknowledgedPayments(
  evidence: Evidence,
): Map<string, { readonly quote: QuoteAnswer; readonly accountId: string }> {
  const payments = new Map<string, { quote: QuoteAnswer; accountId: string }>();
  for (const { intent, answer } of answered(evidence)) {
    if (intent.operation === 'QUOTE' || !isSuccess(answer)) continue;
    const quote = quoteOf(answer);
    payments.set(quote.transactionId, { quote, accountId: intent.accountId });
  }
  return payments;
}

/** Setting an endpoint sends it a test event, and ids sort by time: older events had no endpoint. */
function endpointSetAt({ events }: Evidence['store']): string {
  const tests = [...events].filter(([, { type }]) => type === 'TEST').map(([id]) => id);
  return tests.sort()[0] ?? '';
}

/** Valid refusals of an execution: a rival was faster, or the quote expired while no server was available. */
const fairRefusals = new Set([409, 400]);

const longestRecoveryMs = 5_000;
/** A connection that is cut several times within a moment is reported at most as often. */
const linesPerOutage = 8;

export const checks: readonly Check[] = [
  {
    name: 'every-intent-is-answered',
    promise: 'Every request is answered at last, and never with an error of the server.',
    *breaches(evidence) {
      for (const { intent, answer } of answered(evidence)) {
        if (answer === undefined) yield `intent ${intent.intent} (${intent.operation}) has no answer`;
        else if (answer.status >= 500)
          yield `intent ${intent.intent} (${intent.operation}) was answered with ${answer.status}: ${answer.text}`;
        else if (answer.status >= 300 && (intent.operation !== 'EXECUTE' || !fairRefusals.has(answer.status))) {
          yield `intent ${intent.intent} (${intent.operation}) was refused with ${answer.status}: ${answer.text}`;
        }
      }
    },
  },
  {
    name: 'one-answer-per-key',
    promise: 'All answers under one key are the same, byte for byte, but that a refusal names its request.',
    *breaches(evidence) {
      for (const [key, requests] of Map.groupBy(answered(evidence), ({ intent }) => intent.key)) {
        if (new Set(requests.map(({ answer }) => `${answer?.status} ${wordsOf(answer ?? { text: '' })}`)).size > 1)
          yield `key ${key} has several answers`;
      }
    },
  },
  {
    name: 'quotes-are-valid-when-created',
    promise: 'No process shows a time so long past that what it quotes has expired for others.',
    *breaches({ journal }) {
      let newest = '';
      const newestBefore = new Map<number, string>();
      for (const line of journal) {
        if (line.kind === 'INTENT') newestBefore.set(line.intent, newest);
        if (line.kind !== 'ANSWER' || line.status !== 201) continue;
        const { id, createdAt, expiresAt } = quoteOf(line);
        const askedAfter = newestBefore.get(line.intent) ?? '';
        if (expiresAt <= askedAfter) yield `${id} expired at ${expiresAt}, and was asked for after ${askedAfter}`;
        if (createdAt > newest) newest = createdAt;
      }
    },
  },
  {
    name: 'one-execution-per-quote',
    promise:
      'Of all keys under which a quote is executed, one succeeds at the most; where none does, none was debited.',
    *breaches(evidence) {
      const executions = answered(evidence).filter(({ intent }) => intent.operation === 'EXECUTE');
      const quotes = new Map(evidence.store.quotes.map((quote) => [quote.id, quote]));
      for (const [quoteId, requests] of Map.groupBy(executions, ({ intent }) => intent.quoteId ?? '')) {
        const winners = new Set(requests.filter(({ answer }) => isSuccess(answer)).map(({ intent }) => intent.key));
        if (winners.size > 1) yield `${quoteId} was executed under ${winners.size} keys`;
        const debits = evidence.store.debits.get(quotes.get(quoteId)?.transaction_id ?? '')?.length ?? 0;
        if (winners.size === 0 && debits > 0) yield `${quoteId} was debited although every execution was refused`;
      }
    },
  },
  {
    name: 'acknowledged-payments-are-kept',
    promise: 'Every acknowledged payment is in the store, executed and debited once with the acknowledged amount.',
    *breaches(evidence) {
      const { transactions, debits } = evidence.store;
      for (const [transactionId, { quote }] of acknowledgedPayments(evidence)) {
        const status = transactions.get(transactionId)?.status;
        const made = debits.get(transactionId) ?? [];
        if (status !== 'PROCESSING' && status !== 'COMPLETED')
          yield `${transactionId} is ${status ?? 'not in the store'}`;
        if (made.length !== 1) yield `${transactionId} was debited ${made.length} times`;
        else if (made[0] !== BigInt(quote.totalSendingAmount))
          yield `${transactionId} was debited ${made[0]} instead of ${quote.totalSendingAmount}`;
      }
    },
  },
  {
    name: 'acknowledged-quotes-are-kept',
    promise: 'Every acknowledged quote is in the store, and no request made more than one.',
    *breaches(evidence) {
      const stored = new Set(evidence.store.quotes.map(({ id }) => id));
      const wanted = new Set<string>();
      for (const { intent, answer } of answered(evidence)) {
        if (intent.operation === 'EXECUTE' || !isSuccess(answer)) continue;
        const { id } = quoteOf(answer);
        wanted.add(id);
        if (!stored.has(id)) yield `${id} is not in the store`;
      }
      for (const id of stored) if (!wanted.has(id)) yield `${id} is in the store and answers no request`;
    },
  },
  {
    name: 'balances-are-what-is-left',
    promise: 'Each account holds what it was funded with, less its acknowledged payments.',
    *breaches(evidence) {
      const left = new Map<string, bigint>();
      for (const line of evidence.journal)
        if (line.kind === 'FUNDED') left.set(line.accountId, BigInt(line.amountMinor));
      for (const { quote, accountId } of acknowledgedPayments(evidence).values()) {
        left.set(accountId, (left.get(accountId) ?? 0n) - BigInt(quote.totalSendingAmount));
      }
      for (const [accountId, expected] of left) {
        const held = evidence.store.balances.get(accountId);
        if (held !== expected) yield `${accountId} holds ${held} instead of ${expected}`;
      }
    },
  },
  {
    name: 'keys-have-effects',
    promise: 'A key is stored for each request that had an effect, and for no other.',
    *breaches(evidence) {
      const successes = new Set(
        answered(evidence)
          .filter(({ answer }) => isSuccess(answer))
          .map(({ intent }) => intent.key),
      );
      if (evidence.store.keys !== successes.size)
        yield `${evidence.store.keys} keys are stored for ${successes.size} effects`;
    },
  },
  {
    name: 'committed-events-arrive',
    promise: 'Every event committed since there is an endpoint was delivered, with the committed bytes.',
    *breaches({ receipts, store }) {
      const taken = new Set(receipts.filter(({ isTaken }) => isTaken).map(({ id, hash }) => `${id} ${hash}`));
      const firstId = endpointSetAt(store);
      for (const [id, { type, hash }] of store.events) {
        if (id >= firstId && !taken.has(`${id} ${hash}`)) yield `${type} ${id} was never delivered`;
      }
    },
  },
  {
    name: 'only-committed-events-arrive',
    promise: 'Every delivered event is committed, and every delivery is signed.',
    *breaches({ receipts, store }) {
      for (const { id, type, hash, isSigned } of receipts) {
        const committed = store.events.get(id);
        if (committed === undefined) yield `${type} ${id} was delivered and never committed`;
        else if (committed.hash !== hash) yield `${type} ${id} was delivered with other bytes than the committed ones`;
        if (!isSigned) yield `${type} ${id} was delivered without a valid signature`;
      }
    },
  },
  {
    name: 'outages-are-reported',
    promise: 'While the store is unavailable, requests get 503 in the envelope, with the time to retry.',
    *breaches({ journal }) {
      for (const line of journal) {
        if (line.kind !== 'POSTPONED') continue;
        if (!line.text.includes('"code":"SERVICE_UNAVAILABLE"') || !(Number(line.retryAfter) > 0))
          yield `intent ${line.intent} was told Retry-After: ${line.retryAfter} and ${line.text}`;
      }
    },
  },
  {
    name: 'processes-live-on',
    promise: 'No process of the server ends by itself.',
    *breaches({ journal }) {
      for (const line of journal)
        if (line.kind === 'ENDED' && !line.wasAsked) yield `process ${line.process} ended by itself`;
    },
  },
  {
    name: 'work-continues-in-time',
    promise: `Once the store is back, every process answers and webhooks are sent within ${longestRecoveryMs / 1000} s.`,
    *breaches({ journal }) {
      for (const line of journal) {
        if (line.kind !== 'DISTURBED') continue;
        const slowest = Math.max(...line.answeredMs, line.deliveredMs);
        if (slowest > longestRecoveryMs) yield `after ${line.fault} it took ${slowest} ms`;
      }
    },
  },
  {
    name: 'the-log-stays-short',
    promise: 'The log reports an outage in a few lines without stacks, however many requests it affects.',
    *breaches({ journal }) {
      const disturbances = journal.filter(({ kind }) => kind === 'DISTURBED').length;
      for (const line of journal) {
        if (line.kind !== 'ENDED') continue;
        if (line.stackLines > 0) yield `process ${line.process} logged ${line.stackLines} lines of stacks`;
        if (line.lines > linesPerOutage * (disturbances + 1))
          yield `process ${line.process} logged ${line.lines} lines over ${disturbances} outages`;
      }
    },
  },
];
