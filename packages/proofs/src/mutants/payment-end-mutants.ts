import type { Mutant } from './mutant.ts';

/** Mistakes in how a payment is held and ends, and in whose accounts it may still use. */
export const paymentEndMutants: readonly Mutant[] = [
  {
    name: 'advances the platform fee of a returned payment',
    file: 'payments/transactions/due-transactions.ts',
    find: 'if (await deps.database.read((unit) => owesFee(unit, row))) return (context) => takeFeeBack(context, row);',
    replace: '',
    test: ['payments/transactions/platform-fee.test.ts', 'waits until the platform gives the whole fee back'],
  },
  {
    name: 'refunds a returned payment whose fee a closed account owes',
    file: 'payments/transactions/platform-fee.ts',
    find: '((await feeAccount(context, row)) ?? feeClaims(row))',
    replace: '((await feeAccount(context, row)) ?? heldFees(row))',
    test: ['payments/transactions/platform-fee.test.ts', 'fails when the account of the platform is closed'],
  },
  {
    name: 'verifies a store without looking at the platform fees that it holds',
    file: 'payments/transactions/amount-invariants.ts',
    find: "where (${summed('d.held')} < ${zero} or (not ${isWithPlatform}",
    replace: 'where ((not ${isWithPlatform}',
    test: ['verify/verify-store.test.ts', 'finds a platform that keeps the fee of a refunded payment'],
  },
  {
    name: 'verifies a store without looking at what late deliveries cost',
    file: 'payments/transactions/amount-invariants.ts',
    find: "and e.kind = 'LATE_DELIVERY'",
    replace: "and e.kind = 'LATE'",
    test: ['verify/verify-store.test.ts', 'reports a breach of %s after %s'],
  },
  {
    name: 'keeps the pendingReason of a rejected payment',
    file: 'payments/transactions/payment-steps.ts',
    find: 'set: { failure_reason: reason, pending_reason: null },',
    replace: 'set: { failure_reason: reason },',
    test: [
      'payments/transactions/compliance-holds.test.ts',
      'fails with COMPLIANCE_REJECTED and is refunded when the review rejects it',
    ],
  },
  {
    name: 'keeps the pendingReason of a released payment',
    file: 'payments/transactions/apply-rail-report.ts',
    find: '{ ...row, ...due, pending_reason: null }',
    replace: '{ ...row, ...due }',
    test: ['payments/transactions/compliance-holds.test.ts', 'drops its pendingReason when the review releases it'],
  },
  {
    name: 'keeps the pendingReason of a settled payment',
    file: 'payments/transactions/apply-rail-report.ts',
    find: 'transaction_hash: report.transactionHash, pending_reason: null, ...due',
    replace: 'transaction_hash: report.transactionHash, ...due',
    test: [
      'payments/transactions/compliance-holds.test.ts',
      'shows its pendingReason until it is released: account ending in %s, %s',
    ],
  },
  {
    name: 'keeps the pendingReason of a cancelled payment',
    file: 'payments/transactions/apply-rail-report.ts',
    find: 'const letGo = { ...row, pending_reason: null };',
    replace: 'const letGo = { ...row };',
    test: ['payments/transactions/compliance-holds.test.ts', 'drops its pendingReason when it is cancelled'],
  },
  {
    name: 'executes a quote to a deleted account',
    file: 'payments/transactions/unusable-party.ts',
    find: "if (deleted_at !== null) return { id, state: 'DELETED' };",
    replace: '',
    test: [
      'payments/quotes/unusable-parties.test.ts',
      'cannot be executed once the external account is deleted, and expires',
    ],
  },
  {
    name: 'executes a quote in a currency that the platform has removed',
    file: 'payments/transactions/unusable-party.ts',
    find: 'endOf(removed), accounts',
    replace: '(isCurrencyCode(removed) ? firstUnusable(ends) : endOf(removed)), accounts',
    test: [
      'payments/quotes/unusable-parties.test.ts',
      'cannot be executed once its %s currency is removed, until it is added again',
    ],
  },
  {
    name: 'requires the currency of a payout among those of the platform when its quote is executed',
    file: 'payments/transactions/unusable-party.ts',
    find: "to?.startsWith('ExternalAccount:') === true ? sending",
    replace: "to?.startsWith('ExternalAccount:') === false ? sending",
    test: [
      'payments/quotes/unusable-parties.test.ts',
      'is executed to an external account whose currency the platform does not have',
    ],
  },
  {
    name: 'pays to a UMA address of a customer who no longer receives the currency',
    file: 'payments/quotes/price-payment.ts',
    find: "umaPayee !== undefined && terms.receiving?.directions.includes('INCOMING')",
    replace: "umaPayee === undefined && terms.receiving?.directions.includes('INCOMING')",
    test: [
      'payments/quotes/uma-quote-refusals.test.ts',
      'enforces the present settings of the platform for its own customers, whatever the lookup says',
    ],
  },
  {
    name: 'deletes a customer with a balance',
    file: 'accounts/internal/close-accounts.ts',
    find: 'totalMinor(account) > 0n || isUndecided(account.status)',
    replace: 'totalMinor(account) < 0n || isUndecided(account.status)',
    test: [
      'people/customers/delete-used-customer.test.ts',
      'is deleted only once its balance is paid out and its payment has ended',
    ],
  },
  {
    name: 'deletes a customer during the creation of a direct debit',
    file: 'payments/quotes/store-quote.ts',
    find: "if (funding === 'BALANCE' || customerId === null) return undefined;",
    replace: "if (funding === 'BALANCE' || funding === 'COLLECTION' || customerId === null) return undefined;",
    test: ['people/customers/delete-used-customer.test.ts', 'is not deleted while %s is being created'],
  },
  {
    name: 'deletes a customer with an open payment',
    file: 'payments/transactions/manifest.ts',
    find: 'beforeCustomerDeleted: findOpenPayments',
    replace: 'beforeCustomerDeleted: async () => ({ ids: [], details: {} })',
    test: [
      'people/customers/delete-used-customer.test.ts',
      'is deleted only once its balance is paid out and its payment has ended',
    ],
  },
  {
    name: 'never ends a cancelled payment',
    file: 'payments/transactions/apply-rail-report.ts',
    find: 'if (isCancelled(refunded) && !mayArrive) await endCancelled(context, refunded);',
    replace: '',
    test: [
      'payments/transactions/cancel-transaction.test.ts',
      'cancels once with 8 parallel requests and refuses a repeat',
    ],
  },
  {
    name: 'cancels a conversion whose price has expired',
    file: 'payments/transactions/cancel-transaction.ts',
    find: 'if (priceEnd === undefined || now < priceEnd) return undefined;',
    replace: 'if (priceEnd === undefined || now < `9${priceEnd}`) return undefined;',
    test: [
      'payments/transactions/cancel-transaction.test.ts',
      'cancels a conversion until its quote expires, and no longer, over %s',
    ],
  },
  {
    name: 'gives a platform that asks again more time each time',
    file: 'payments/transactions/decide-uma-payment.ts',
    find: 'earliestOf([plusMs(context.now, decisionMs), latest]) ?? latest',
    replace: 'earliestOf([plusMs(context.now, decisionMs)]) ?? latest',
    test: [
      'payments/transactions/decide-from-webhook-response.test.ts',
      'leaves at most ten seconds in all, however often it is 422',
    ],
  },
  {
    name: 'instructs the bank to pay the sent amount',
    file: 'payments/transactions/rail-payment.ts',
    find: 'amountMinor: row.received_minor',
    replace: 'amountMinor: row.sent_minor',
    test: ['payments/transactions/rail-payment.test.ts', 'includes the received amount in its own currency'],
  },
  {
    name: 'instructs the bank to debit the received amount',
    file: 'payments/transactions/rail-payment.ts',
    find: 'amountMinor: row.sent_minor',
    replace: 'amountMinor: row.received_minor',
    test: [
      'payments/transactions/rail-payment.test.ts',
      'includes the amount and the account to debit for a direct debit',
    ],
  },
  {
    name: 'refunds crypto into the balance of a rejected customer',
    file: 'payments/transactions/apply-rail-report.ts',
    find: 'account !== undefined && (await isForRejected(context, row))',
    replace: 'account === undefined && (await isForRejected(context, row))',
    test: [
      'sandbox/operations/sandbox-deposit.test.ts',
      'in USDC for a REJECTED customer fails, and its refund fails too',
    ],
  },
  {
    name: 'answers a payment to a wallet whose proof failed with CONFLICT',
    file: 'payments/quotes/refuse-unusable-party.ts',
    find: 'if (state === proofFailed) return needsProof(id);',
    replace: '',
    test: [
      'payments/quotes/unusable-parties.test.ts',
      'cannot be executed or authorized once the ownership of the wallet was not proved, until it can be again',
    ],
  },
  {
    name: 'pays at once although the payer changed while the receiver was asked',
    file: 'payments/quotes/store-quote.ts',
    find: 'if (confirmed !== undefined && (await refuseExecution',
    replace: 'if (confirmed === null && (await refuseExecution',
    test: [
      'payments/quotes/uma-quote-refusals.test.ts',
      'pays nothing with immediatelyExecute when %s while its provider is asked',
    ],
  },
];
