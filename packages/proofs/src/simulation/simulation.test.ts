import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SqliteDatabase } from '../../../server/src/ground/database/sqlite-database.ts';
import { type Fault, faultyDatabase } from '../../../server/test/faulty-database.ts';
import { type LivesReport, live } from './simulate.ts';

const folder = mkdtempSync(join(tmpdir(), 'payments-lives-'));
afterAll(() => rmSync(folder, { recursive: true }));

let stores = 0;

async function report(lives: number, seed: number, fault?: Fault): Promise<LivesReport> {
  stores += 1;
  const database = SqliteDatabase.open(join(folder, `${stores}.sqlite`));
  try {
    return await live(fault === undefined ? database : faultyDatabase(database, fault), { lives, seed });
  } finally {
    await database.close();
  }
}

describe('payments at random', () => {
  it('keep every invariant and all come to an end', async () => {
    const { breaches, lives, transactions } = await report(400, 11);
    expect(breaches).toEqual([]);
    expect(lives).toBe(400);
    expect(Object.keys(transactions)).toContain('FAILED, refund COMPLETED');
  });

  it('are the same for the same seed, event by event, and others for another', async () => {
    const [first, again, other] = [await report(60, 7), await report(60, 7), await report(60, 8)];
    expect(again).toEqual(first);
    expect(other.trace).not.toBe(first.trace);
  });
});

/** Each fault is one that a change of the code could bring; the lives have to run into it. */
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
    'a quote that is executed whatever its state',
    { statement: 'lockExecutableQuote', rewrite: (text) => text.replace('and "status" = ?', 'and ? is not null') },
    /has no move CONFIRM from/,
  ],
  [
    'accounts that do not count their events',
    { statement: 'creditAccount', rewrite: (text) => text.replace('"sequence" + ', '"sequence" + 0 * ') },
    /unique rule broken|events-of/,
  ],
];

describe('a fault in the server', () => {
  it.each(faults)('shows: %s', async (_name, fault, found) => {
    const seen = await report(60, 3, fault).then(
      ({ breaches }) => breaches.join('\n'),
      (error: unknown) => String(error),
    );
    expect(seen).toMatch(found);
  });
});
