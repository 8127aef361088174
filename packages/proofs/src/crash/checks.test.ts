import { describe, expect, it } from 'vitest';
import { checks } from './checks.ts';
import type { Evidence } from './evidence.ts';
import type { JournalLine } from './journal.ts';
import type { Receipt } from './receiver.ts';

const quoteMadeAt = (minute: number, id = 'Quote:1'): string =>
  JSON.stringify({
    id,
    transactionId: 'Transaction:1',
    totalSendingAmount: 100,
    createdAt: `2025-01-01T00:${minute}:00.000Z`,
    expiresAt: `2025-01-01T00:${minute + 5}:00.000Z`,
  });
const quote = quoteMadeAt(30);
const journal: readonly JournalLine[] = [
  { kind: 'FUNDED', accountId: 'InternalAccount:1', amountMinor: 1_000 },
  { kind: 'INTENT', intent: 1, operation: 'QUOTE', key: 'a', accountId: 'InternalAccount:1' },
  { kind: 'ANSWER', intent: 1, status: 201, text: quote },
  { kind: 'INTENT', intent: 2, operation: 'EXECUTE', key: 'b', accountId: 'InternalAccount:1', quoteId: 'Quote:1' },
  { kind: 'ANSWER', intent: 2, status: 200, text: quote },
  { kind: 'INTENT', intent: 3, operation: 'EXECUTE', key: 'c', accountId: 'InternalAccount:1', quoteId: 'Quote:1' },
  { kind: 'ANSWER', intent: 3, status: 409, text: '{}' },
];
const receipt: Receipt = { id: 'Webhook:2', type: 'X', hash: 'h2', isSigned: true, isTaken: true };
const test: Receipt = { id: 'Webhook:1', type: 'TEST', hash: 'h1', isSigned: true, isTaken: true };

const sound: Evidence = {
  journal,
  receipts: [test, receipt],
  store: {
    quotes: [{ id: 'Quote:1', status: 'COMPLETED', transaction_id: 'Transaction:1' }],
    transactions: new Map([['Transaction:1', { status: 'COMPLETED' }]]),
    debits: new Map([['Transaction:1', [100n]]]),
    balances: new Map([['InternalAccount:1', 900n]]),
    events: new Map([
      ['Webhook:0', { type: 'BEFORE_THE_ENDPOINT', hash: 'h0' }],
      ['Webhook:1', { type: 'TEST', hash: 'h1' }],
      ['Webhook:2', { type: 'X', hash: 'h2' }],
    ]),
    keys: 2,
  },
};

function breached(evidence: Evidence): string[] {
  return checks.filter(({ breaches }) => [...breaches(evidence)].length > 0).map(({ name }) => name);
}

const withStore = (store: Partial<Evidence['store']>): Evidence => ({ ...sound, store: { ...sound.store, ...store } });
const withJournal = (change: (line: JournalLine) => JournalLine | undefined): Evidence => ({
  ...sound,
  journal: journal.map(change).filter((line) => line !== undefined),
});

const withLine = (line: JournalLine): Evidence => ({ ...sound, journal: [...journal, line] });

describe('the checks after a crash', () => {
  it('find nothing in a sound run', () => {
    expect(breached(sound)).toEqual([]);
  });

  it.each<[string, Evidence, string[]]>([
    [
      'a request without an answer',
      withJournal((line) => (line.kind === 'ANSWER' && line.intent === 3 ? undefined : line)),
      ['every-intent-is-answered'],
    ],
    [
      'a response with 500',
      withJournal((line) => (line.kind === 'ANSWER' && line.intent === 3 ? { ...line, status: 500 } : line)),
      ['every-intent-is-answered'],
    ],
    [
      'two responses under one Idempotency-Key',
      withJournal((line) => (line.kind === 'INTENT' && line.intent === 3 ? { ...line, key: 'b' } : line)),
      ['one-answer-per-key'],
    ],
    [
      'two Idempotency-Keys that execute one quote',
      withJournal((line) =>
        line.kind === 'ANSWER' && line.intent === 3 ? { ...line, status: 200, text: quote } : line,
      ),
      ['one-execution-per-quote', 'keys-have-effects'],
    ],
    [
      'a quote that has expired when it is created',
      {
        ...withStore({
          quotes: [...sound.store.quotes, { id: 'Quote:2', status: 'EXPIRED', transaction_id: 'Transaction:2' }],
          keys: 3,
        }),
        journal: [
          ...journal,
          { kind: 'INTENT', intent: 4, operation: 'QUOTE', key: 'd', accountId: 'InternalAccount:1' },
          { kind: 'ANSWER', intent: 4, status: 201, text: quoteMadeAt(25, 'Quote:2') },
        ],
      },
      ['quotes-are-valid-when-created'],
    ],
    [
      'a debit without a success',
      withJournal((line) => (line.kind === 'ANSWER' && line.intent === 2 ? { ...line, status: 409 } : line)),
      ['one-execution-per-quote', 'balances-are-what-is-left', 'keys-have-effects'],
    ],
    ['a lost payment', withStore({ transactions: new Map() }), ['acknowledged-payments-are-kept']],
    [
      'a second debit',
      withStore({ debits: new Map([['Transaction:1', [100n, 100n]]]) }),
      ['acknowledged-payments-are-kept'],
    ],
    [
      'a debit of another amount',
      withStore({ debits: new Map([['Transaction:1', [99n]]]) }),
      ['acknowledged-payments-are-kept'],
    ],
    ['a lost quote', withStore({ quotes: [] }), ['acknowledged-quotes-are-kept']],
    [
      'money that is missing',
      withStore({ balances: new Map([['InternalAccount:1', 800n]]) }),
      ['balances-are-what-is-left'],
    ],
    ['a key without an effect', withStore({ keys: 3 }), ['keys-have-effects']],
    ['an event that never came', { ...sound, receipts: [test] }, ['committed-events-arrive']],
    [
      'an event that was refused',
      { ...sound, receipts: [test, { ...receipt, isTaken: false }] },
      ['committed-events-arrive'],
    ],
    [
      'an event that is not in the store',
      { ...sound, receipts: [test, receipt, { ...receipt, id: 'Webhook:9' }] },
      ['only-committed-events-arrive'],
    ],
    [
      'an event with another body',
      { ...sound, receipts: [test, { ...receipt, hash: 'other' }] },
      ['committed-events-arrive', 'only-committed-events-arrive'],
    ],
    [
      'a 503 without Retry-After',
      withLine({ kind: 'POSTPONED', intent: 3, text: '{"code":"SERVICE_UNAVAILABLE"}', retryAfter: undefined }),
      ['outages-are-reported'],
    ],
    [
      'a 503 without an error body',
      withLine({ kind: 'POSTPONED', intent: 3, text: 'Service Unavailable', retryAfter: '1' }),
      ['outages-are-reported'],
    ],
    [
      'a process that died',
      withLine({ kind: 'ENDED', process: 1, wasAsked: false, lines: 0, stackLines: 0 }),
      ['processes-live-on'],
    ],
    [
      'a process that does not respond for 5 seconds',
      withLine({ kind: 'DISTURBED', fault: 'cut', answeredMs: [10, 5_001], deliveredMs: 0 }),
      ['work-continues-in-time'],
    ],
    [
      'webhooks that are late by 5 seconds',
      withLine({ kind: 'DISTURBED', fault: 'cut', answeredMs: [10], deliveredMs: 5_001 }),
      ['work-continues-in-time'],
    ],
    [
      'a log with a line per request',
      withLine({ kind: 'ENDED', process: 1, wasAsked: true, lines: 1_000, stackLines: 0 }),
      ['the-log-stays-short'],
    ],
    [
      'a log with a stack trace',
      withLine({ kind: 'ENDED', process: 1, wasAsked: true, lines: 5, stackLines: 4 }),
      ['the-log-stays-short'],
    ],
    [
      'an event without a valid signature',
      { ...sound, receipts: [test, { ...receipt, isSigned: false }] },
      ['only-committed-events-arrive'],
    ],
  ])('find %s', (_fault, evidence, names) => {
    expect(breached(evidence)).toEqual(names);
  });
});
