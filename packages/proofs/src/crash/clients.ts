import { randomUUID } from 'node:crypto';
import type { Answer, Caller } from '../../../server/test/caller.ts';
import { type Payer, payerQuote } from '../sandbox/payers.ts';
import type { Gate } from './gate.ts';
import type { Intent, Journal } from './journal.ts';
import { createSeeded } from './seeded.ts';

export interface LoadOptions {
  readonly caller: Caller;
  readonly journal: Journal;
  readonly gate: Gate;
  readonly payers: readonly Payer[];
  readonly seed: number;
}

export interface Load {
  readonly acknowledged: () => number;
  /** Requests that were repeated because no response arrived. */
  readonly retried: () => number;
  /** Lets each client finish its current payment, until the response to the last request. */
  finish(): Promise<void>;
}

/** Of all payments: quoted and executed in one request, executed twice with one key, executed by two rivals, never executed. */
const shares = { atOnce: 0.2, twins: 0.35, rivals: 0.5, abandoned: 0.6 };
/** Shorter than the server's Retry-After, so that its restart meets many clients at once. */
const afterFailureMs = 50;
const unavailable = 503;

/** One client per payer; each makes payments one after the other until it is stopped. */
export function startLoad({ caller, journal, gate, payers, seed }: LoadOptions): Load {
  let intents = 0;
  let acknowledged = 0;
  let retried = 0;
  let isFinishing = false;

  /** Repeats the same request with the same key until there is a response, however many servers die meanwhile. */
  const insist = async (intent: Omit<Intent, 'kind' | 'intent'>, path: string, body: string): Promise<Answer> => {
    intents += 1;
    const number = intents;
    await journal.write({ kind: 'INTENT', intent: number, ...intent });
    for (;;) {
      await gate.passed();
      const answer = await caller.request('POST', path, body, { 'idempotency-key': intent.key }).catch(() => undefined);
      if (answer !== undefined && answer.status !== unavailable) {
        acknowledged += 1;
        const { status, text } = answer;
        void journal.write({ kind: 'ANSWER', intent: number, status, text });
        return answer;
      }
      if (answer !== undefined) {
        const { text, headers } = answer;
        void journal.write({ kind: 'POSTPONED', intent: number, text, retryAfter: headers['retry-after'] });
      }
      retried += 1;
      await new Promise((resolve) => setTimeout(resolve, afterFailureMs));
    }
  };

  const execute = (accountId: string, quoteId: string, key: string): Promise<Answer> =>
    insist({ operation: 'EXECUTE', key, accountId, quoteId }, `/quotes/${quoteId}/execute`, '');

  const pay = async (payer: Payer, random: () => number): Promise<void> => {
    const { accountId } = payer;
    const amountMinor = 100 + Math.floor(random() * 10_000);
    const choice = random();
    if (choice < shares.atOnce) {
      const body = payerQuote(payer, amountMinor, { immediatelyExecute: true });
      await insist({ operation: 'QUOTE_AND_EXECUTE', key: randomUUID(), accountId }, '/quotes', body);
      return;
    }
    const answer = await insist(
      { operation: 'QUOTE', key: randomUUID(), accountId },
      '/quotes',
      payerQuote(payer, amountMinor),
    );
    const quoteId = answer.status === 201 ? String((JSON.parse(answer.text) as { id: string }).id) : undefined;
    if (quoteId === undefined) return;
    const key = randomUUID();
    if (choice < shares.twins) await Promise.all([execute(accountId, quoteId, key), execute(accountId, quoteId, key)]);
    else if (choice < shares.rivals)
      await Promise.all([execute(accountId, quoteId, key), execute(accountId, quoteId, randomUUID())]);
    else if (choice >= shares.abandoned) await execute(accountId, quoteId, key);
  };

  const clients = payers.map(async (payer, index) => {
    const random = createSeeded(seed * 1_000 + index);
    while (!isFinishing) await pay(payer, random);
  });
  return {
    acknowledged: () => acknowledged,
    retried: () => retried,
    finish: async () => {
      isFinishing = true;
      await Promise.all(clients);
    },
  };
}
