import type { Mutant } from './mutant.ts';

const lifetime = 'payments/uma-requests/invoice-lifetime.test.ts';

/** Mistakes in how long prices of bitcoin hold between providers. */
export const umaInvoiceMutants: readonly Mutant[] = [
  {
    name: 'lets another provider wait for a lower price of bitcoin',
    file: 'payments/uma-requests/invoice-lifetime.ts',
    find: '15 * minuteMs',
    replace: '60 * minuteMs',
    test: [lifetime, 'can be paid until its price has been valid for 15 minutes, and then begins its payment at once'],
  },
  {
    name: 'notices a payment of an invoice long after it has expired',
    file: 'payments/uma-requests/poll-invoices.ts',
    find: 'earliestOf([nextPollAfter(deps.clock.now(), row.created_at), endsAt]) ?? endsAt',
    replace: 'nextPollAfter(deps.clock.now(), row.created_at)',
    test: [lifetime, 'can be paid until its price has been valid for 15 minutes, and then begins its payment at once'],
  },
  {
    name: 'holds the money for an expired invoice',
    file: 'sandbox/adapters/uma/sandbox-lightning.ts',
    find: "to: isInTime ? 'HELD' : 'CANCELLED'",
    replace: "to: isInTime || expiresAt !== '' ? 'HELD' : 'CANCELLED'",
    test: [lifetime, 'cannot be paid later, at a price that may have fallen since: %s'],
  },
  {
    name: 'pays another provider while bitcoin has no price',
    file: 'payments/transactions/payment-steps.ts',
    find: "if (isPaidInBitcoin && rates.rateFor(row.sent_currency, 'BTC', now) === undefined) return false;",
    replace: 'if (isPaidInBitcoin && row.id === undefined) return false;',
    test: [
      'payments/quotes/uma-price.test.ts',
      'fails with QUOTE_RATE_UNAVAILABLE and is refunded when the market of the payer expires before the execution',
    ],
  },
  {
    name: 'takes bitcoin while it has no price',
    file: 'payments/uma-requests/poll-invoices.ts',
    find: "if (deps.rates.rateFor('BTC', row.currency, context.now) === undefined) return false;",
    replace: '',
    test: [lifetime, 'is not taken while the market has no price of bitcoin'],
  },
  {
    name: 'pays an invoice that its provider can hold for weeks',
    file: 'engines/uma/exchange-pay.ts',
    find: 'const longestHoldBlocks = 288;',
    replace: 'const longestHoldBlocks = 2_016;',
    test: ['engines/uma/hostile-provider.test.ts', 'cannot hold a payment for more than two days, of 144 blocks each'],
  },
  {
    name: 'counts only the first way to the receiver',
    file: 'engines/uma/invoice.ts',
    find: 'Math.max(0, ...hopBlocks)',
    replace: '(hopBlocks[0] ?? 0)',
    test: ['engines/uma/invoice.test.ts', 'are %s'],
  },
];
