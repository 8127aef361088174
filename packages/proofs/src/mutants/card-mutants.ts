import type { Mutant } from './mutant.ts';

/** Mistakes in purchases with cards. */
export const cardMutants: readonly Mutant[] = [
  {
    name: 'reads an issuer message before it holds the lock',
    file: 'cards/card-transactions/receive-card-message.ts',
    find: `  const decide = await lockSubject(context, message);
  const step = await findStep(context.unit, context.tenant, message.id);
`,
    replace: `  const step = await findStep(context.unit, context.tenant, message.id);
  const decide = await lockSubject(context, message);
`,
    test: [
      'cards/card-transactions/receive-card-message.test.ts',
      'has one outcome and is recorded once when it arrives twice at the same moment',
    ],
  },
  {
    name: 'keeps the hold of an ended authorization',
    file: 'cards/card-transactions/end-authorization.ts',
    find: 'if (releasedMinor > 0n) await mustPost',
    replace: 'if (releasedMinor < 0n) await mustPost',
    test: ['cards/card-transactions/card-amounts.test.ts', 'are right after every step of %s'],
  },
  {
    name: 'ends an authorization twice',
    file: 'cards/card-transactions/end-authorization.ts',
    find: "  if (!isOpen(row)) return 'NOT_OPEN';\n",
    replace: '',
    test: [
      'sandbox/cards/simulations.test.ts',
      'check the body, the card, the transaction and its status of %s, in this order',
    ],
  },
  {
    name: 'settles a settled transaction again',
    file: 'cards/card-transactions/settle-authorization.ts',
    find: "  if (!isOpen(row)) return 'NOT_OPEN';\n",
    replace: '',
    test: [
      'sandbox/cards/simulations.test.ts',
      'check the body, the card, the transaction and its status of %s, in this order',
    ],
  },
  {
    name: 'pulls from the current funding source instead of the original',
    file: 'cards/card-transactions/receive-card-message.ts',
    find: "      if (message.kind === 'RETURN') return",
    replace:
      "      Object.assign(row, { account_id: (await findSpender(unit, tenant, message.cardId))?.account_id });\n      if (message.kind === 'RETURN') return",
    test: [
      'cards/card-transactions/purchase-decisions.test.ts',
      'charges and refunds the account of the authorization after the funding source is replaced',
    ],
  },
  {
    name: 'refunds more than the settled amount',
    file: 'cards/card-transactions/return-purchase.ts',
    find: 'amountMinor > purchase.settled_minor - purchase.refunded_minor',
    replace: 'amountMinor > purchase.settled_minor',
    test: [
      'sandbox/cards/simulations.test.ts',
      'refuse a total below the settled amount, and a refund above the remaining amount',
    ],
  },
  {
    name: 'holds a declined amount',
    file: 'cards/card-transactions/decide-purchase.ts',
    find: 'message) ?? (await take(context, spender, message));',
    replace: 'message) ?? undefined;\n  await take(context, spender, message);',
    test: [
      'cards/card-transactions/purchase-decisions.test.ts',
      'stores a declined purchase, emits one event and moves no money',
    ],
  },
  {
    name: 'does not hold the increase of an authorization',
    file: 'cards/card-transactions/change-authorization.ts',
    find: 'const moreMinor = totalMinor - row.authorized_minor;',
    replace: 'const moreMinor = totalMinor - totalMinor;',
    test: ['cards/card-transactions/card-amounts.test.ts', 'are right after every step of %s'],
  },
  {
    name: 'keeps the hold of the decrease of an authorization',
    file: 'cards/card-transactions/change-authorization.ts',
    find: 'held_minor > neededMinor ? held_minor - neededMinor : 0n',
    replace: 'held_minor > neededMinor ? 0n : 0n',
    test: ['cards/card-transactions/card-amounts.test.ts', 'are right after every step of %s'],
  },
  {
    name: 'ignores the limit of a card',
    file: 'cards/card-transactions/decide-purchase.ts',
    find: 'amountMinor > limit)',
    replace: 'amountMinor > limit * 2n)',
    test: [
      'cards/card-transactions/purchase-decisions.test.ts',
      'declines for the state of the card first, then its limit, its account and the balance',
    ],
  },
  {
    name: 'authorizes a purchase on a frozen card',
    file: 'cards/card-transactions/decide-purchase.ts',
    find: "if (state === 'FROZEN') return 'CARD_PAUSED';\n  if (state !== 'ACTIVE')",
    replace: "if (state !== 'ACTIVE' && state !== 'FROZEN')",
    test: [
      'cards/card-transactions/purchase-decisions.test.ts',
      'declines for the state of the card first, then its limit, its account and the balance',
    ],
  },
  {
    name: 'reverses a refund without a debit',
    file: 'cards/card-transactions/return-purchase.ts',
    find: 'if (await isTaken(dueMinor)) return',
    replace: 'if (dueMinor > 0n) return',
    test: ['cards/card-transactions/card-amounts.test.ts', 'are right after every step of %s'],
  },
  {
    name: 'writes off a reversed refund that the hold covers',
    file: 'cards/card-transactions/return-purchase.ts',
    find: 'const fromHeldMinor = lesserMinor(purchase.held_minor, amountMinor);',
    replace: 'const fromHeldMinor = lesserMinor(0n, amountMinor);',
    test: [
      'cards/card-transactions/purchase-decisions.test.ts',
      'debits a reversed refund from the hold of the purchase before writing it off, where that %s',
    ],
  },
  {
    name: 'refunds the written-off amount to the cardholder',
    file: 'cards/card-transactions/return-purchase.ts',
    find: 'lesserMinor(amountMinor, paidMinor > 0n ? paidMinor : 0n)',
    replace: 'amountMinor',
    test: [
      'cards/card-transactions/refunds-of-exceptions.test.ts',
      'credits the cardholder as far as they paid and recovers the write-off with the rest',
    ],
  },
  {
    name: 'debits a reversed refund that a failed pull already returned',
    file: 'cards/card-transactions/return-purchase.ts',
    find: 'return lesserMinor(-refund.taken_minor, pulledMinor > 0n ? pulledMinor : 0n);',
    replace: 'return pulledMinor < 0n ? 0n : -refund.taken_minor;',
    test: [
      'cards/card-transactions/refunds-of-exceptions.test.ts',
      'costs the cardholder nothing when the pull fails, in the order %s',
    ],
  },
  {
    name: 'still owes a refund that the merchant reversed',
    file: 'cards/card-transactions/return-purchase.ts',
    find: "refund.status === 'EXCEPTION' ? 'OWED' : 'BALANCE'",
    replace: "'BALANCE'",
    test: [
      'cards/card-transactions/refunds-of-exceptions.test.ts',
      'is no longer owed to a closed account once the merchant reverses it',
    ],
  },
  {
    name: 'returns an amount on a failed pull that was already refunded',
    file: 'cards/card-transactions/end-pull.ts',
    find: 'row.taken_minor + (await takenByRefunds(context.unit, row));',
    replace: 'row.taken_minor;',
    test: [
      'cards/card-transactions/purchase-decisions.test.ts',
      'gives no money back twice when a pull fails after a refund',
    ],
  },
  {
    name: 'returns the write-off of a reversed refund on a failed pull',
    file: 'cards/card-transactions/end-pull.ts',
    find: 'row.taken_minor + (await takenByRefunds(context.unit, row));',
    replace: 'row.taken_minor - row.refunded_minor;',
    test: [
      'cards/card-transactions/purchase-decisions.test.ts',
      'gives no money back twice when a pull fails after a reversed refund was written off',
    ],
  },
  {
    name: 'holds an amount for a balance inquiry',
    file: 'sandbox/cards/sandbox-simulate-card-balance-inquiry.ts',
    find: 'amountMinor: 0n,',
    replace: 'amountMinor: 1n,',
    test: [
      'sandbox/cards/simulations.test.ts',
      'authorize a balance inquiry for zero, hold nothing, and settle it at zero after seven days',
    ],
  },
  {
    name: 'decides a repeated message again',
    file: 'cards/card-transactions/receive-card-message.ts',
    find: 'return step === undefined ? decide() :',
    replace: "return step?.id !== '' ? decide() :",
    test: [
      'cards/card-transactions/receive-card-message.test.ts',
      'returns the outcome of the first when it is repeated, and changes nothing',
    ],
  },
  {
    name: 'holds more than the available balance',
    file: 'engines/ledger/post-entry.ts',
    find: "    .where('balance_minor', '>=', change.leastBalance)\n",
    replace: '',
    test: ['engines/ledger/ledger.test.ts', 'debits the available balance and keeps the total balance'],
  },
  {
    name: 'does not pay the merchant above the balance',
    file: 'cards/card-transactions/card-entries.ts',
    find: "    { from: 'LOSSES', to: 'NETWORK', amountMinor: cleared.lostMinor },\n",
    replace: '',
    test: [
      'cards/card-transactions/purchase-decisions.test.ts',
      'settles on a closed card as EXCEPTION where the account does not cover the amount',
    ],
  },
  {
    name: 'lists the card transactions of every platform',
    file: 'cards/card-transactions/list-card-transaction-rows.ts',
    find: ".where('tenant', '=', tenant)",
    replace: ".where('tenant', '<>', 0)",
    test: [
      'cards/all-transactions/card-rows.test.ts',
      'are found by card id with or without prefix, customer, type and time, not by payment-only filters',
    ],
  },
  {
    name: 'serves card simulation in production',
    file: 'http/admit-caller.ts',
    find: "row.path.startsWith('/sandbox/cards/') &&",
    replace: "row.path === '/sandbox/cards/' &&",
    test: [
      'sandbox/cards/simulations.test.ts',
      'are eleven, and return NOT_FOUND in production before any other check',
    ],
  },
];
