import { currencies } from '@payments-platform/types';
import { currencyCode } from '../../ground/money/currency.ts';
import { largestWireMinor } from '../../ground/money/money.ts';
import type { CardTransactionRow } from './tables.ts';

type Pair = Pick<CardTransactionRow, 'currency' | 'account_currency'>;

/**
 * What an amount of a card is on the account that pays for it. The currencies are the same, or that of the account
 * counts as that of the card and has more decimals, so nothing is ever rounded: 12.50 USD are 12.500000 USDB.
 */
export function fundingUnits({ currency, account_currency: accountCurrency }: Pair, amountMinor: bigint): bigint {
  const decimals = currencies[currencyCode(accountCurrency)].decimals - currencies[currencyCode(currency)].decimals;
  if (decimals < 0) throw new Error(`${accountCurrency} cannot pay exactly for a card in ${currency}`);
  return amountMinor * 10n ** BigInt(decimals);
}

/** Whether it can be written at all: no account holds more, so more can be neither taken nor given. */
export function isWritable(pair: Pair, amountMinor: bigint): boolean {
  return fundingUnits(pair, amountMinor) <= largestWireMinor;
}

type Totals = Pair & Pick<CardTransactionRow, 'authorized_minor' | 'pulled_minor'>;

/** Whether an authorization can come to this total: it can be written, and so can all that has been pulled by then. */
export function canTotal(row: Totals, totalMinor: bigint): boolean {
  const moreMinor = totalMinor - row.authorized_minor;
  return isWritable(row, totalMinor) && isWritable(row, row.pulled_minor + (moreMinor > 0n ? moreMinor : 0n));
}
