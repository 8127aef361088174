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
      'refuses an expired quote, before and after its expiry is recorded',
    ],
  },
  {
    name: 'takes a quote whatever its state',
    file: 'payments/quotes/quotes-repository.ts',
    find: ".where('status', '=', 'PENDING')\n    .where('expires_at', '>', now)",
    replace: ".where('expires_at', '>', now)",
    test: [
      'payments/quotes/execute-quote.test.ts',
      'refuses a second execution without a key, whatever became of the first',
    ],
  },
  {
    name: 'reads the transactions of every platform',
    file: 'payments/transactions/find-transaction.ts',
    find: "db.selectFrom('transactions').selectAll().where('tenant', '=', key.tenant).where('id', '=', key.id)",
    replace: "db.selectFrom('transactions').selectAll().where('id', '=', key.id)",
    test: [
      'cards/all-transactions/list-transactions.test.ts',
      'answers an unknown id and one of another platform alike',
    ],
  },
  {
    name: 'refunds twice the amount',
    file: 'payments/transactions/payment-entries.ts',
    find: 'movement(refunds(row), to, row.sent_currency, owedMinor(row))',
    replace: 'movement(refunds(row), to, row.sent_currency, owedMinor(row) * 2n)',
    test: ['payments/transactions/payment-life.test.ts', 'refunds a failed payment to the source account by itself'],
  },
  {
    name: 'does not refund a failed payment',
    file: 'payments/transactions/payment-steps.ts',
    find: '    ...startOfRefund(context, row, refundReason),\n',
    replace: '',
    test: ['payments/transactions/payment-life.test.ts', 'refunds a failed payment to the source account by itself'],
  },
  {
    name: 'leaves the platform its fee after a return',
    file: 'payments/transactions/payment-entries.ts',
    find: 'const fees = platformAccountId === null ? heldFees(row) : internalAccount(platformAccountId);',
    replace: 'const fees = heldFees(row);',
    test: [
      'payments/transactions/payment-life.test.ts',
      'credits the platform fee when the payment settles and takes it back with a return',
    ],
  },
  {
    name: 'keeps a payment completed that the bank returned',
    file: 'payments/transactions/apply-rail-report.ts',
    find: 'return takeBack(context, row);',
    replace: 'return lookAgain(context, row, null);',
    test: [
      'payments/transactions/payment-life.test.ts',
      'fails a completed payment that the bank returns, and refunds it',
    ],
  },
  {
    name: 'pays an unproved wallet any amount',
    file: 'payments/pricing/payment-limits.ts',
    find: "return cents >= unprovenWalletDollars * minorPerMajor('USD');",
    replace: 'return cents < 0n;',
    test: ['payments/quotes/create-quote-refusals.test.ts', 'lets an unproved wallet receive below the threshold only'],
  },
  {
    name: 'pays any amount of a currency without a price in dollars',
    file: 'payments/pricing/dollar-price.ts',
    find: "return !isCurrencyCode(currency) || rates.lastRateFor(currency, 'USD') !== undefined;",
    replace: 'return rates.lastRateFor(currency, currency) !== undefined;',
    test: ['payments/quotes/unweighable-currency.test.ts', 'is sent by nobody, since no limit could be held'],
  },
  {
    name: 'refuses tokens for want of a price in dollars',
    file: 'payments/pricing/dollar-price.ts',
    find: 'return !isCurrencyCode(currency) || rates',
    replace: 'return rates',
    test: [
      'payments/quotes/unweighable-currency.test.ts',
      'is no token of a platform, which never has one, and not the US dollar',
    ],
  },
  {
    name: 'executes what cannot be held against the volume of a day',
    file: 'payments/transactions/payment-steps.ts',
    find: "(isWeighed || row.funding !== 'BALANCE') && ",
    replace: '',
    test: [
      'payments/quotes/unweighable-currency.test.ts',
      'fails an open quote that is executed, and all that was taken comes back',
    ],
  },
  {
    name: 'fails what was paid in for want of a price in dollars',
    file: 'payments/transactions/payment-steps.ts',
    find: "(isWeighed || row.funding !== 'BALANCE') && ",
    replace: 'isWeighed && ',
    test: [
      'payments/quotes/unweighable-currency.test.ts',
      'goes on where it was paid in for the payment, which no day of an account counts',
    ],
  },
  {
    name: 'tells of amounts that no quote takes, since nobody can weigh them',
    file: 'payments/receivers/sending-currency.ts',
    find: 'if (!isCurrencyCode(sending) || !isWeighable(deps.rates, sending)) continue;',
    replace: 'if (!isCurrencyCode(sending)) continue;',
    test: ['payments/quotes/unweighable-currency.test.ts', 'has no estimate and no lookup either'],
  },
  {
    name: 'pays the network of a payout itself',
    file: 'payments/quotes/price-payment.ts',
    find: 'const networkMinor = costMinor(market, destination.network, sending);',
    replace: 'const networkMinor = costMinor(market, null, sending);',
    test: [
      'payments/quotes/network-fee.test.ts',
      'is the one that its estimate tells, for every asset, network and amount',
    ],
  },
  {
    name: 'takes what the network costs beside its share',
    file: 'engines/rates/price.ts',
    find: 'service: { fixedMinor: networkMinor, variableBps: 0 } });',
    replace: 'service: { ...schedule.service, fixedMinor: networkMinor } });',
    test: [
      'payments/quotes/network-fee.test.ts',
      'is what the network costs, as a fixed fee, up to where the share of the amount is more',
    ],
  },
  {
    name: 'discloses other terms than it takes',
    file: 'payments/quotes/price-payment.ts',
    find: 'fees: { ...fees, service: price.fees.serviceTerms }',
    replace: 'fees',
    test: [
      'payments/quotes/network-fee.test.ts',
      'is what the network costs, as a fixed fee, up to where the share of the amount is more',
    ],
  },
  {
    name: 'rounds what a network costs to nothing',
    file: 'payments/pricing/network-costs.ts',
    find: 'return rounded.paid({',
    replace: 'return rounded.fee({',
    test: [
      'payments/quotes/network-fee.test.ts',
      'holds in the currency that is sent, rounded up, beside the fee of the platform',
    ],
  },
  {
    name: 'tells of amounts to a wallet that do not pay its network',
    file: 'payments/receivers/lookup-external-account.ts',
    find: 'accountRoute(account).network, sending)',
    replace: 'null, sending)',
    test: ['payments/quotes/network-fee.test.ts', 'is in the amounts that a lookup of the wallet tells'],
  },
  {
    name: 'binds a code to any payee',
    file: 'payments/quotes/advance-quote.ts',
    find: 'identifier}`,\n    wording',
    replace: 'quote.id}`,\n    wording',
    test: [
      'payments/quotes/authorize-quote.test.ts',
      'is no longer authorized by a code when what it was sent for has changed',
    ],
  },
  {
    name: 'authorizes without a login session',
    file: 'payments/quotes/authorize-quote.ts',
    find: 'if (!(await isLoggedIn(call, seen.customer_id)))',
    replace: 'if (seen.customer_id === quoteId)',
    test: ['payments/quotes/authorize-quote.test.ts', 'needs a login session of the customer'],
  },
];
