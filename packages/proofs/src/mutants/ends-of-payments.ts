import type { Mutant } from './mutant.ts';

/** Mistakes in how a payment is held and ends, and in whose accounts it may still use. */
export const mutantsOfEnds: readonly Mutant[] = [
  {
    name: 'keeps the pendingReason of a hold that is over',
    file: 'payments/transactions/payment-steps.ts',
    find: 'set: { failure_reason: reason, pending_reason: null },',
    replace: 'set: { failure_reason: reason },',
    test: [
      'payments/transactions/compliance-holds.test.ts',
      'fails with COMPLIANCE_REJECTED and is refunded when the review ends badly',
    ],
  },
  {
    name: 'keeps the pendingReason of a payment that goes on',
    file: 'payments/transactions/apply-rail-report.ts',
    find: '{ ...row, ...due, pending_reason: null }',
    replace: '{ ...row, ...due }',
    test: [
      'payments/transactions/compliance-holds.test.ts',
      'says nothing any more once the review lets it go on its way',
    ],
  },
  {
    name: 'keeps the pendingReason of a payment that arrived',
    file: 'payments/transactions/apply-rail-report.ts',
    find: 'transaction_hash: report.transactionHash, pending_reason: null, ...due',
    replace: 'transaction_hash: report.transactionHash, ...due',
    test: ['payments/transactions/compliance-holds.test.ts', 'says why until it is let go: %s is %s'],
  },
  {
    name: 'keeps the pendingReason of a payment that is cancelled',
    file: 'payments/transactions/apply-rail-report.ts',
    find: 'const letGo = { ...row, pending_reason: null };',
    replace: 'const letGo = { ...row };',
    test: ['payments/transactions/compliance-holds.test.ts', 'says nothing any more once it is cancelled'],
  },
  {
    name: 'executes a quote to a deleted account',
    file: 'payments/transactions/unusable-party.ts',
    find: "if (deleted_at !== null) return { id, state: 'DELETED' };",
    replace: '',
    test: [
      'payments/quotes/unusable-parties.test.ts',
      'is not executed once the external account is deleted, and expires',
    ],
  },
  {
    name: 'deletes a customer with a balance',
    file: 'accounts/internal/close-accounts.ts',
    find: 'totalMinor(account) > 0n || isUndecided(account.status)',
    replace: 'totalMinor(account) < 0n || isUndecided(account.status)',
    test: [
      'people/customers/delete-used-customer.test.ts',
      'is deleted once the balance is paid out and the payment has ended, and not before',
    ],
  },
  {
    name: 'deletes a customer beside a quote that is paid in for them',
    file: 'payments/quotes/store-quote.ts',
    find: 'if (accountId !== null || customerId === null) return undefined;',
    replace: 'if (accountId !== undefined || customerId === null) return undefined;',
    test: [
      'people/customers/delete-used-customer.test.ts',
      'stays where a quote that is paid in for them is made at the same moment',
    ],
  },
  {
    name: 'deletes a customer with a payment under way',
    file: 'payments/transactions/manifest.ts',
    find: 'beforeCustomerDeleted: findOpenPayments',
    replace: 'beforeCustomerDeleted: async () => ({ ids: [], details: {} })',
    test: [
      'people/customers/delete-used-customer.test.ts',
      'is deleted once the balance is paid out and the payment has ended, and not before',
    ],
  },
  {
    name: 'leaves a cancelled payment without an end',
    file: 'payments/transactions/apply-rail-report.ts',
    find: 'if (isCancelled(refunded) && !mayArrive) await endCancelled(context, refunded);',
    replace: '',
    test: ['payments/transactions/cancel-transaction.test.ts', 'refuses a repeat and changes nothing'],
  },
  {
    name: 'has the bank pay what was sent in place of what arrives',
    file: 'payments/transactions/rail-payment.ts',
    find: 'amountMinor: row.received_minor',
    replace: 'amountMinor: row.sent_minor',
    test: ['payments/transactions/rail-payment.test.ts', 'is the amount that arrives, in its own currency'],
  },
  {
    name: 'has the bank take what arrives in place of what is sent',
    file: 'payments/transactions/rail-payment.ts',
    find: 'amountMinor: row.sent_minor',
    replace: 'amountMinor: row.received_minor',
    test: [
      'payments/transactions/rail-payment.test.ts',
      'is how much to take from which account, where money is pulled',
    ],
  },
  {
    name: 'refunds crypto into the balance of a rejected customer',
    file: 'payments/transactions/apply-rail-report.ts',
    find: 'account !== undefined && (await isForRejected(context, row))',
    replace: 'account === undefined && (await isForRejected(context, row))',
    test: [
      'sandbox/operations/sandbox-deposit.test.ts',
      'of crypto for a customer who was rejected in verification stays owed',
    ],
  },
];
