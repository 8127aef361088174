import { type CurrencyCode, isCurrencyCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { KnownCustomer } from '../../people/customers/find-customer.ts';
import { findPlatformCurrencies } from '../../platform/platforms/find-platform.ts';
import { hasDollarPrice } from '../pricing/dollar-price.ts';

/** The currency that a sender is assumed to pay from, since a lookup names none, and its rate. */
export interface SendingCurrency {
  readonly sending: CurrencyCode;
  /** Sending major units per receiving major unit, decimal text. */
  readonly rate: string;
}

/**
 * The sender's first currency that a quote would convert to the receiver's now; `sender` is `null` for the
 * platform.
 */
export async function findSendingCurrency(
  { unit, tenant, now, deps }: WorkContext,
  sender: KnownCustomer | null,
  receiving: CurrencyCode,
): Promise<SendingCurrency | undefined> {
  for (const sending of sender?.currencies ?? (await findPlatformCurrencies(unit, tenant))) {
    if (!isCurrencyCode(sending) || !hasDollarPrice(deps.rates, sending)) continue;
    const quoted = deps.rates.rateFor(sending, receiving, now);
    if (quoted !== undefined) return { sending, rate: quoted.rate };
  }
  return undefined;
}
