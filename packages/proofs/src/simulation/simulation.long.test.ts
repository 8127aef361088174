import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/src/ground/database/database.ts';
import { type Fault, faultyDatabase } from '../../../server/test/faulty-database.ts';
import { createStoreFolder, openMigratedFile } from '../../../server/test/fresh-stores.ts';
import { type Part, type SimulationReport, simulate } from './simulate.ts';

const folder = createStoreFolder();
afterAll(() => rmSync(folder, { recursive: true }));

let stores = 0;

function report(
  payments: number,
  seed: number,
  fault?: Fault,
  isShortened = false,
  only?: Part,
): Promise<SimulationReport> {
  const open = async (): Promise<Database> => {
    stores += 1;
    const database = await openMigratedFile(join(folder, `${stores}.sqlite`));
    return fault === undefined ? database : faultyDatabase(database, fault);
  };
  return simulate({ open, payments, seed, isShortened, only });
}

describe('random payments', () => {
  it('keep every invariant and all end', async () => {
    const { failure, payments, transactions } = await report(240, 11);
    expect(failure).toBeUndefined();
    expect(payments).toBeGreaterThanOrEqual(240);
    expect(Object.keys(transactions)).toContain('FAILED, refund COMPLETED');
  });

  it('keep every invariant with cards alone, and leave no hold', async () => {
    const { failure, cardTransactions, transactions } = await report(180, 5, undefined, false, 'CARDS');
    expect(failure).toBeUndefined();
    expect(cardTransactions).toBeGreaterThanOrEqual(180);
    const met = ['EXCEPTION of a card, DEBIT', 'SETTLED of a card, CREDIT', 'DECLINED of a card, DEBIT'];
    expect(Object.keys(transactions)).toEqual(expect.arrayContaining(met));
  });

  it('keep every invariant with wallets alone, and leave each as its owners signed', async () => {
    const { failure, signed, payments, answers } = await report(60, 9, undefined, false, 'WALLETS');
    expect(failure).toBeUndefined();
    expect([signed, payments].map((count) => count >= 50)).toEqual([true, true]);
    const met = ['401 WALLET_SIGNATURE_INVALID', '404 SESSION_NOT_FOUND', '409 CONFLICT'];
    expect(Object.keys(answers)).toEqual(expect.arrayContaining(met));
  });

  it('keep every agent within its limits while its policy changes', async () => {
    const { failure, payments, answers } = await report(100, 21, undefined, false, 'AGENTS');
    expect(failure).toBeUndefined();
    expect(payments).toBeGreaterThanOrEqual(100);
    expect(Object.keys(answers)).toEqual(expect.arrayContaining(['403 FORBIDDEN', '409 CONFLICT', '404 NOT_FOUND']));
  });

  it('are the same for the same seed, event by event, and differ for another', async () => {
    const [first, again, other] = [await report(40, 7), await report(40, 7), await report(40, 8)];
    expect(again).toEqual(first);
    expect(other.trace).not.toBe(first.trace);
  });
});

/** Each fault could come from a change of the code; the walks must detect it. */
const faults: readonly [name: string, fault: Fault, found: RegExp][] = [
  ['events that are not written', { drops: 'events' }, /events-of/],
  ['deliveries that are not written', { drops: 'deliveries' }, /events-have-deliveries/],
  ['postings that are not written', { drops: 'ledger_postings' }, /balances-equal-postings|postings-have-entries/],
  ['entries that are not written', { drops: 'ledger_entries' }, /postings-have-entries/],
  [
    'a debit that does not lower the balance',
    { statement: 'debitAccount', rewrite: (text) => text.replace('"balance_minor" - ', '"balance_minor" + 0 * ') },
    /balances-equal-postings/,
  ],
  [
    'a credit that does not raise the balance',
    { statement: 'creditAccount', rewrite: (text) => text.replace('"balance_minor" + ', '"balance_minor" + 0 * ') },
    /balances-equal-postings/,
  ],
  [
    'a quote executed in any status',
    { statement: 'lockExecutableQuote', rewrite: (text) => text.replace('and "status" = ?', 'and ? is not null') },
    /has no move CONFIRM from/,
  ],
  [
    'accounts that do not increase their sequence',
    { statement: 'creditAccount', rewrite: (text) => text.replace('"sequence" + ', '"sequence" + 0 * ') },
    /unique rule broken|events-of/,
  ],
];

const walletFaults: readonly [name: string, fault: Fault, found: RegExp][] = [
  [
    'sessions that sign after they expire',
    {
      statement: 'findActiveSessionsByKey',
      rewrite: (text) => text.replace('and "expires_at" > ?', 'and ? is not null'),
    },
    /by who may false/,
  ],
  [
    'sessions that outlive their credential',
    {
      statement: 'endSessionsOfCredential',
      rewrite: (text) => text.replace('"credential_id" = ?', '? is null'),
    },
    /the sessions of|by who may false/,
  ],
];

const agentFaults: readonly [name: string, fault: Fault, found: RegExp][] = [
  [
    'payments that are not added to dailySpend',
    {
      statement: 'saveAgent',
      rewrite: (text) => text.replace('"daily_spend_minor" = ?', '"daily_spend_minor" = 0 * ?'),
    },
    /has a dailySpend of 0, and was allowed/,
  ],
  [
    'actions whose decision is not stored',
    {
      statement: 'moveAgentAction',
      rewrite: (text) => text.replace('"status" = ?', '"status" = coalesce("status", ?)'),
    },
    /was decided twice|was not decided once|has a daily/,
  ],
];

describe('a fault in the server', () => {
  it.each(walletFaults)('is detected in random wallet payments: %s', async (_name, fault, found) => {
    expect((await report(60, 9, fault, false, 'WALLETS')).failure?.problem).toMatch(found);
  });

  it.each(faults)('is detected in random payments: %s', async (_name, fault, found) => {
    expect((await report(90, 3, fault)).failure?.problem).toMatch(found);
  });

  it.each(agentFaults)('is detected in random agent payments: %s', async (_name, fault, found) => {
    expect((await report(40, 3, fault, false, 'AGENTS')).failure?.problem).toMatch(found);
  });

  it('is reported with the one step that it takes', async () => {
    const fault = { drops: 'deliveries' } as const;
    const { failure } = await report(6, 3, fault, true);
    expect(failure?.steps).toHaveLength(1);
  });
});
