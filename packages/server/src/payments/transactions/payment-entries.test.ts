import { currencies } from '@payments-platform/types';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Entry } from '../../engines/ledger/entry.ts';
import { priceQuote } from '../../engines/rates/price.ts';
import { type CurrencyCode, currencyCode, minorPerMajor } from '../../ground/money/currency.ts';
import { createSandboxRates } from '../../sandbox/adapters/sandbox-rates.ts';
import {
  debitEntry,
  depositEntry,
  refundSettleEntry,
  refundStartEntry,
  returnEntry,
  settleEntry,
} from './payment-entries.ts';
import type { FundingKind } from './tables.ts';
import type { TransactionRow } from './transaction-row.ts';

const codes = Object.keys(currencies).map(currencyCode);
const rates = createSandboxRates();
const [payer, payee, platform] = [
  'InternalAccount:payer',
  'InternalAccount:payee',
  'InternalAccount:platform',
] as const;
const sides = ['SENDING', 'RECEIVING'] as const;
const kinds: readonly FundingKind[] = ['BALANCE', 'COLLECTION', 'BANK_DEPOSIT', 'CHAIN_DEPOSIT'];

interface Payment {
  readonly sending: CurrencyCode;
  readonly receiving: CurrencyCode;
  readonly side: (typeof sides)[number];
  readonly amount: bigint;
  readonly funding: FundingKind;
}

/** The fields of a priced payment that its entries use; `undefined` if amount or corridor have no price. */
function priced({ sending, receiving, side, amount, funding }: Payment): TransactionRow | undefined {
  const rate = rates.rateFor(sending, receiving, '2025-01-01T00:00:00.000Z')?.rate;
  if (rate === undefined) return undefined;
  const fees = { service: { fixedMinor: 0n, variableBps: 50 }, platform: { fixedMinor: 3n, variableBps: 30 } };
  const price = priceQuote({ lockedSide: side, lockedMinor: amount, sending, receiving, rate, fees });
  if (price === undefined) return undefined;
  const row: Partial<TransactionRow> = {
    id: 'Transaction:1',
    type: 'INCOMING',
    funding,
    source_account_id: funding === 'BALANCE' ? payer : null,
    destination_account_id: payee,
    source_identifier: null,
    destination_identifier: null,
    sent_currency: sending,
    sent_minor: price.sendingMinor,
    received_currency: receiving,
    received_minor: price.receivingMinor,
    fees_minor: price.fees.totalMinor,
    platform_fees_minor: price.fees.platformMinor,
    realtimeFunding: null,
  };
  return row as TransactionRow;
}

/** The balance that the entries leave on an account, or on all service accounts of one purpose. */
function left(entries: readonly Entry[], account: string): bigint {
  return entries
    .flatMap(({ postings }) => postings)
    .filter((posting) => posting.account === account || posting.account.startsWith(`service:${account}:`))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

function refundAccount({ funding }: TransactionRow): string | null {
  return funding === 'BALANCE' || funding === 'CHAIN_DEPOSIT' ? payer : null;
}

/** Every pair of currencies on both sides, each with its own amount and one kind of funding. */
function forEveryPair(check: (row: TransactionRow) => void): number {
  let checked = 0;
  let priceable = 0;
  const amounts = fc.sample(fc.bigInt(1n, 1_000_000n), { seed: 20250103, numRuns: codes.length ** 2 * sides.length });
  for (const sending of codes) {
    for (const receiving of codes) {
      for (const side of sides) {
        const locked = side === 'SENDING' ? sending : receiving;
        const amount = (amounts[checked] ?? 1n) * (minorPerMajor(locked) / 100n + 1n);
        const funding = kinds[checked % kinds.length] ?? 'BALANCE';
        const row = priced({ sending, receiving, side, amount, funding });
        checked += 1;
        if (row === undefined) continue;
        priceable += 1;
        check(row);
      }
    }
  }
  return priceable;
}

it('conserves a settled payment to the smallest unit for every currency pair and both locked sides', () => {
  const priceable = forEveryPair((row) => {
    const entries = [debitEntry(row), settleEntry(row, platform)];
    const paid = row.funding === 'BALANCE' ? left(entries, payer) : left(entries, 'world');
    expect(paid).toBe(-row.sent_minor);
    expect(left(entries, payee)).toBe(row.received_minor);
    expect(left(entries, platform)).toBe(row.platform_fees_minor);
    expect(left(entries, 'fees')).toBe(row.fees_minor - row.platform_fees_minor);
    for (const purpose of ['transit', 'platform-fees', 'refunds']) expect(left(entries, purpose)).toBe(0n);
  });
  expect(priceable).toBeGreaterThan(codes.length ** 2 * sides.length * 0.7);
});

it('refunds exactly what was debited, fees included, after a failure and after a return', () => {
  forEveryPair((row) => {
    const back = refundSettleEntry(row, refundAccount(row));
    const brokenOff = [debitEntry(row), refundStartEntry(row), back];
    const outgoing: TransactionRow = { ...row, type: 'OUTGOING', destination_account_id: null };
    const returned = [debitEntry(outgoing), settleEntry(outgoing, platform), returnEntry(outgoing, platform), back];
    for (const entries of [brokenOff, returned]) {
      for (const account of [payee, platform, 'transit', 'platform-fees', 'fees', 'exchange', 'refunds'])
        expect(left(entries, account)).toBe(0n);
      expect(left(entries, payer) + left(entries, 'world')).toBe(0n);
    }
    expect(back.postings.map(({ amountMinor }) => amountMinor)).toEqual([-row.sent_minor, row.sent_minor]);
  });
});

it('refunds exactly the amount that was deposited when it differs from the priced amount', () => {
  forEveryPair((row) => {
    for (const came of [1n, row.sent_minor - 1n, row.sent_minor + 1n, row.sent_minor * 3n].filter(
      (minor) => minor > 0n,
    )) {
      const realtimeFunding = { tenant: 1, transaction_id: row.id, payment_instructions: null, funded_minor: came };
      const funded = { ...row, funding: 'CHAIN_DEPOSIT' as const, realtimeFunding };
      const entries = [depositEntry(funded), refundSettleEntry(funded, payer)];
      expect([left(entries, 'world'), left(entries, payer), left(entries, 'refunds')]).toEqual([-came, came, 0n]);
    }
  });
});
