import { isMembers, type Members } from './cell.ts';

/** A quote has its currencies beside its amounts, not in them. */
const currencies: Readonly<Record<string, string>> = {
  totalSendingAmount: 'sendingCurrency',
  totalReceivingAmount: 'receivingCurrency',
  feesIncluded: 'sendingCurrency',
  platformFeesIncluded: 'sendingCurrency',
};

/** The members of a quote with each amount in its currency, as other resources have them; other members unchanged. */
export function withCurrencies(members: Members): Members {
  const entries = Object.entries(members).map(([name, value]) => {
    const currency = members[currencies[name] ?? ''];
    return [name, isMembers(currency) ? { amount: value, currency } : value] as const;
  });
  return Object.fromEntries(entries);
}

/** A row with the debited amount of the quote that it is about, such as the action of an agent. */
export function withQuoteAmount(row: Members): Members {
  const { quote } = row;
  if (!isMembers(quote)) return row;
  return { ...row, 'quote.totalSendingAmount': withCurrencies(quote)['totalSendingAmount'] };
}
