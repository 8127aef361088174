import type { Mutant } from './mutant.ts';

/** Mistakes in pricing, executing and settling payments. */
export const paymentMutants: readonly Mutant[] = [
  {
    name: 'executes an expired quote',
    file: 'payments/quotes/quotes-repository.ts',
    find: ".where('expires_at', '>', now)\n    .where('source_account_id', 'is not', null)",
    replace: ".where('source_account_id', 'is not', null)",
    test: [
      'payments/quotes/execute-quote.test.ts',
      'refuses an expired quote with QUOTE_EXPIRED, before and after its expiry is recorded',
    ],
  },
  {
    name: 'executes a quote in any state',
    file: 'payments/quotes/quotes-repository.ts',
    find: ".where('status', '=', 'PENDING')\n    .where('expires_at', '>', now)",
    replace: ".where('expires_at', '>', now)",
    test: [
      'payments/quotes/execute-quote.test.ts',
      'refuses a second execution with CONFLICT, before and after settlement',
    ],
  },
  {
    name: 'reads the transactions of every platform',
    file: 'payments/transactions/find-transaction.ts',
    find: "db.selectFrom('transactions').selectAll().where('tenant', '=', key.tenant).where('id', '=', key.id)",
    replace: "db.selectFrom('transactions').selectAll().where('id', '=', key.id)",
    test: [
      'cards/all-transactions/list-transactions.test.ts',
      'returns the same TRANSACTION_NOT_FOUND for an unknown id and one of another platform',
    ],
  },
  {
    name: 'refunds twice the amount',
    file: 'payments/transactions/payment-entries.ts',
    find: 'movement(refunds(row), to, row.sent_currency, owedMinor(row))',
    replace: 'movement(refunds(row), to, row.sent_currency, owedMinor(row) * 2n)',
    test: [
      'payments/transactions/payment-life.test.ts',
      'refunds a failed payment to the source account automatically',
    ],
  },
  {
    name: 'does not refund a failed payment',
    file: 'payments/transactions/payment-steps.ts',
    find: '    ...startOfRefund(context, row, refundReason),\n',
    replace: '',
    test: [
      'payments/transactions/payment-life.test.ts',
      'refunds a failed payment to the source account automatically',
    ],
  },
  {
    name: 'keeps the platform fee after a return',
    file: 'payments/transactions/platform-fee.ts',
    find: 'return isPaid ? ((await feeAccount(context, row)) ?? feeClaims(row)) : heldFees(row);',
    replace: 'return isPaid && false ? feeClaims(row) : heldFees(row);',
    test: [
      'payments/transactions/payment-life.test.ts',
      'credits the platform fee on settlement and reverses it with a return',
    ],
  },
  {
    name: 'leaves a returned payment completed',
    file: 'payments/transactions/apply-rail-report.ts',
    find: 'return takeBack(context, row);',
    replace: 'return schedulePoll(context, row, null);',
    test: [
      'payments/transactions/payment-life.test.ts',
      'fails a completed payment that the bank returns, and refunds it',
    ],
  },
  {
    name: 'pays an unproven wallet any amount',
    file: 'payments/pricing/payment-limits.ts',
    find: "return cents >= unprovenWalletDollars * minorPerMajor('USD');",
    replace: 'return cents < 0n;',
    test: [
      'payments/quotes/create-quote-refusals.test.ts',
      'lets an unproven wallet receive less than 1,000 US dollars only',
    ],
  },
  {
    name: 'pays any amount of a currency without a dollar price',
    file: 'payments/pricing/dollar-price.ts',
    find: "return !isCurrencyCode(currency) || rates.lastRateFor(currency, 'USD') !== undefined;",
    replace: 'return rates.lastRateFor(currency, currency) !== undefined;',
    test: [
      'payments/quotes/unweighable-currency.test.ts',
      'is refused in quotes and transfers with QUOTE_RATE_UNAVAILABLE, also from agents',
    ],
  },
  {
    name: 'refuses tokens without a dollar price',
    file: 'payments/pricing/dollar-price.ts',
    find: 'return !isCurrencyCode(currency) || rates',
    replace: 'return rates',
    test: ['payments/quotes/unweighable-currency.test.ts', 'does not include a platform token or the US dollar'],
  },
  {
    name: 'executes a quote that the daily volume cannot measure',
    file: 'payments/transactions/payment-steps.ts',
    find: "(isWeighed || row.funding !== 'BALANCE') && ",
    replace: '',
    test: [
      'payments/quotes/unweighable-currency.test.ts',
      'fails an open quote on execution and refunds the whole amount',
    ],
  },
  {
    name: 'fails a funded quote without a dollar price',
    file: 'payments/transactions/payment-steps.ts',
    find: "(isWeighed || row.funding !== 'BALANCE') && ",
    replace: 'isWeighed && ',
    test: ['payments/quotes/unweighable-currency.test.ts', 'completes a quote that is paid by real-time funding'],
  },
  {
    name: 'returns lookups for a currency without a dollar price',
    file: 'payments/receivers/sending-currency.ts',
    find: 'if (!isCurrencyCode(sending) || !hasDollarPrice(deps.rates, sending)) continue;',
    replace: 'if (!isCurrencyCode(sending)) continue;',
    test: ['payments/quotes/unweighable-currency.test.ts', 'has no fee estimate and no lookup'],
  },
  {
    name: 'omits the network cost from the price',
    file: 'payments/quotes/price-payment.ts',
    find: 'const networkMinor = costMinor(market, destination.network, sending);',
    replace: 'const networkMinor = costMinor(market, null, sending);',
    test: ['payments/quotes/network-fee.test.ts', 'equals its estimate for every asset, network and amount'],
  },
  {
    name: 'adds the network cost to the percentage fee',
    file: 'engines/rates/price.ts',
    find: 'service: { fixedMinor: networkMinor, variableBps: 0 } });',
    replace: 'service: { ...schedule.service, fixedMinor: networkMinor } });',
    test: [
      'payments/quotes/network-fee.test.ts',
      'is the network cost as a fixed fee until the percentage fee is higher',
    ],
  },
  {
    name: 'discloses other fee terms than it charges',
    file: 'payments/quotes/price-payment.ts',
    find: 'fees: { ...fees, service: price.fees.serviceTerms }',
    replace: 'fees',
    test: [
      'payments/quotes/network-fee.test.ts',
      'is the network cost as a fixed fee until the percentage fee is higher',
    ],
  },
  {
    name: 'rounds the network cost down to zero',
    file: 'payments/pricing/network-costs.ts',
    find: 'return rounded.paid({',
    replace: 'return rounded.fee({',
    test: [
      'payments/quotes/network-fee.test.ts',
      'is converted to the currency sent, rounded up, and added to the platform fee',
    ],
  },
  {
    name: 'returns lookup limits without the network cost',
    file: 'payments/receivers/lookup-external-account.ts',
    find: 'accountRoute(account).network, sending)',
    replace: 'null, sending)',
    test: ['payments/quotes/network-fee.test.ts', 'is included in the limits that a lookup of the wallet returns'],
  },
  {
    name: 'does not bind a code to its payment',
    file: 'payments/quotes/advance-quote.ts',
    find: 'identifier}`,\n    wording',
    replace: 'quote.id}`,\n    wording',
    test: ['payments/quotes/authorize-quote.test.ts', 'refuses a code when the payment it was sent for has changed'],
  },
  {
    name: 'authorizes without a login session',
    file: 'payments/quotes/authorize-quote.ts',
    find: 'if (!(await isLoggedIn(call, seen.customer_id)))',
    replace: 'if (seen.customer_id === quoteId)',
    test: ['payments/quotes/authorize-quote.test.ts', 'requires a login session of the customer'],
  },
  {
    name: 'pays UMA addresses in an unsupported currency',
    file: 'payments/quotes/price-payment.ts',
    find: '(terms.receiving !== undefined || isOutside(parties))',
    replace: '(terms.receiving !== undefined || isOutside(parties) || destination.uma !== undefined)',
    test: [
      'payments/quotes/every-currency-with-a-rail.test.ts',
      'is refused between internal accounts with INVALID_CURRENCY',
    ],
  },
  {
    name: 'pays for a business without its registration number',
    file: 'payments/quotes/check-parties.ts',
    find: 'missing.length > 0',
    replace: 'missing.length > 1',
    test: ['payments/quotes/paying-business.test.ts', 'is refused over a transfer and a pooled account too'],
  },
  {
    name: 'takes an empty object for a mandatory fact',
    file: 'engines/uma/field-names.ts',
    find: 'value !== null && Object.keys(value).length > 0;',
    replace: 'value !== null;',
    test: [
      'payments/quotes/uma-quote-refusals.test.ts',
      'requires the mandatory fields of the sender, from the customer or the request',
    ],
  },
  {
    name: 'tells another provider null instead of what is on file',
    file: 'payments/transactions/payee-fields.ts',
    find: '...(await onFileAbout(context, row)), ...statedFacts(given) };',
    replace: '...(await onFileAbout(context, row)), ...given };',
    test: [
      'payments/transactions/approve-pending-payment.test.ts',
      'requires the customer fields that the other provider demands and sends only those',
    ],
  },
];
