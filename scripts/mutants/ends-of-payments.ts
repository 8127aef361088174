import type { Mutant } from './mutant.ts';

/** Mistakes about how a payment is held, ends, and who can still take part in it. */
export const mutantsOfEnds: readonly Mutant[] = [
  {
    name: 'keeps the pendingReason of a hold that is over',
    file: 'transactions/record-report.ts',
    find: "{ trigger: 'FAIL', set: { failure_reason: reason, pending_reason: null } }",
    replace: "{ trigger: 'FAIL', set: { failure_reason: reason } }",
    test: [
      'transactions/compliance-holds.test.ts',
      'fails with COMPLIANCE_REJECTED and is refunded when the review ends badly',
    ],
  },
  {
    name: 'keeps the pendingReason of a payment that goes on',
    file: 'transactions/record-report.ts',
    find: '{ ...row, ...due, pending_reason: null }',
    replace: '{ ...row, ...due }',
    test: ['transactions/compliance-holds.test.ts', 'says nothing any more once the review lets it go on its way'],
  },
  {
    name: 'keeps the pendingReason of a payment that arrived',
    file: 'transactions/record-report.ts',
    find: 'transaction_hash: report.transactionHash, pending_reason: null, ...due',
    replace: 'transaction_hash: report.transactionHash, ...due',
    test: ['transactions/compliance-holds.test.ts', 'says nothing any more once it has arrived'],
  },
  {
    name: 'keeps the pendingReason of a payment that is cancelled',
    file: 'transactions/record-report.ts',
    find: 'const letGo = { ...row, pending_reason: null };',
    replace: 'const letGo = { ...row };',
    test: ['transactions/compliance-holds.test.ts', 'says nothing any more once it is cancelled'],
  },
  {
    name: 'executes a quote to a deleted account',
    file: 'transactions/unusable-end.ts',
    find: "if (deleted_at !== null) return { id, state: 'DELETED' };",
    replace: '',
    test: ['quotes/unusable-ends.test.ts', 'is not executed once the external account is deleted, and expires'],
  },
  {
    name: 'deletes a customer with a balance',
    file: 'internal-accounts/close-accounts.ts',
    find: 'balance > 0n || isUndecided(status)',
    replace: 'balance < 0n || isUndecided(status)',
    test: [
      'customers/delete-used-customer.test.ts',
      'is deleted once the balance is paid out and the payment has ended, and not before',
    ],
  },
  {
    name: 'deletes a customer with a payment under way',
    file: 'customers/delete-customer-by-id.ts',
    find: 'accounts.length > 0 || payments.length > 0',
    replace: 'accounts.length > 0',
    test: [
      'customers/delete-used-customer.test.ts',
      'is deleted once the balance is paid out and the payment has ended, and not before',
    ],
  },
  {
    name: 'leaves a cancelled payment without an end',
    file: 'transactions/record-report.ts',
    find: 'if (isCancelled(refunded) && !mayArrive) await endCancelled(context, refunded);',
    replace: '',
    test: ['transactions/cancel-transaction.test.ts', 'refuses a repeat and changes nothing'],
  },
];
