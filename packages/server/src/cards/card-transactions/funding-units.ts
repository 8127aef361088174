import { currencies } from '@payments-platform/types';
import { currencyCode } from '../../ground/money/currency.ts';
import { largestWireMinor } from '../../ground/money/money.ts';
import type { CardTransactionRow } from './tables.ts';

type Pair = Pick<CardTransactionRow, 'currency' | 'account_currency'>;

/**
 * Converts an amount of a card to the currency of the account that pays. The currencies are equal, or that of the
 * account counts as that of the card and has more decimals, so nothing is rounded: 12.50 USD are 12.500000 USDB.
 */
export function fundingUnits({ currency, account_currency: accountCurrency }: Pair, amountMinor: bigint): bigint {
  const decimals = currencies[currencyCode(accountCurrency)].decimals - currencies[currencyCode(currency)].decimals;
  if (decimals < 0) throw new Error(`${accountCurrency} cannot pay exactly for a card in ${currency}`);
  return amountMinor * 10n ** BigInt(decimals);
}

/** Whether the amount can be represented. No account can hold more, so more can be neither debited nor credited. */
export function isWritable(pair: Pair, amountMinor: bigint): boolean {
  return fundingUnits(pair, amountMinor) <= largestWireMinor;
}

type Totals = Pair & Pick<CardTransactionRow, 'authorized_minor' | 'pulled_minor'>;

/** Whether an authorization can reach this total: the total and the sum of the pulls by then must be representable. */
export function canTotal(row: Totals, totalMinor: bigint): boolean {
  const moreMinor = totalMinor - row.authorized_minor;
  return isWritable(row, totalMinor) && isWritable(row, row.pulled_minor + (moreMinor > 0n ? moreMinor : 0n));
}
