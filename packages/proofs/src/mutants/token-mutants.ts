import type { Mutant } from './mutant.ts';

const room = 'stablecoins/operations';

/** Mistakes in how tokens are minted and burned. */
export const tokenMutants: readonly Mutant[] = [
  {
    name: 'mints tokens for a fraction of a cent',
    file: 'ground/money/rounding.ts',
    find: '  return quotient * ratio.denominator === ratio.numerator ? quotient : undefined;',
    replace: '  return quotient;',
    test: [
      'ground/money/token-amount.test.ts',
      'is whole cents exactly when 100 times it is divisible by the units of a token',
    ],
  },
  {
    name: 'does not debit the internal account of a mint',
    file: `${room}/note-operation.ts`,
    find: 'const refused = isPaidHere(row) ? await debitPayer(context, row) : undefined;',
    replace: 'const refused = row.rail === null ? undefined : await debitPayer(context, row);',
    test: [
      `${room}/create-stablecoin-mint.test.ts`,
      'debits the account at once, and settles with the provider when the tokens are delivered',
    ],
  },
  {
    name: 'does not refund a failed mint',
    file: `${room}/move-operation.ts`,
    find: "(to === 'FAILED' || to === 'EXPIRED')",
    replace: "to === 'EXPIRED'",
    test: [`${room}/create-stablecoin-mint.test.ts`, 'credits the account again when the mint fails'],
  },
  {
    name: 'accepts a wire for an expired operation',
    file: `${room}/receive-funding.ts`,
    find: "if (row.status !== 'PENDING_FUNDING' || isFundingExpired(row, context.now))",
    replace: "if (row.status === 'CREATED')",
    test: [
      `${room}/create-stablecoin-mint.test.ts`,
      'expires after seven days, and then refuses funding with CONFLICT',
    ],
  },
  {
    name: 'mints for any received amount',
    file: `${room}/receive-funding.ts`,
    find: 'const isAll = units === undefined || units === BigInt(row.amount);',
    replace: 'const isAll = units !== 0n;',
    test: [
      `${room}/create-stablecoin-mint.test.ts`,
      'fails with FUNDING_MISMATCH when %s arrives instead of 100000000',
    ],
  },
  {
    name: 'refunds money that a parallel worker handed over',
    file: `${room}/begin-operation.ts`,
    find: '    const marked = { ...noted, updated_at: plusMs(noted.updated_at, 1) };',
    replace: '    const marked = noted;',
    test: [`${room}/hand-over.test.ts`, 'refund nothing when one is refused while the provider accepts the other'],
  },
  {
    name: 'drops a possibly accepted order when its repeat is refused',
    file: `${room}/begin-operation.ts`,
    find: 'if (isAskedOnce && report.kind',
    replace: 'if (report.kind',
    test: [
      `${room}/hand-over.test.ts`,
      'is queried for the order before a refusal of the repeat refunds the account: %s',
    ],
  },
  {
    name: 'drops an operation with an unknown provider state',
    file: `${room}/begin-operation.ts`,
    find: "    if (isAskedOnce && report.kind !== 'UNREACHABLE') await discardOperation(context, noted);\n    else scheduleNext(context, row.id, context.now);",
    replace: '    await discardOperation(context, noted);',
    test: [`${room}/hand-over.test.ts`, 'receives the same operation for a repeat with the same Idempotency-Key'],
  },
  {
    name: 'starts a second provider operation on a repeated key',
    file: `${room}/begin-operation.ts`,
    find: '  const known = await findKnown(request);',
    replace: '  const known = undefined as Awaited<ReturnType<typeof findKnown>>;',
    test: [
      `${room}/hand-over.test.ts`,
      'leaves an operation that continues if it cannot be stopped, and a repeat of the key returns it',
    ],
  },
  {
    name: 'expires an operation while its provider is unreachable',
    file: `${room}/due-operations.ts`,
    find: '    scheduleNext(context, row.id, plusMs(context.now, restMs));',
    replace:
      "    await recordReport(context, row, { kind: 'WAITING', providerStatus: 'unknown', nextPollAt: plusMs(context.now, restMs) });",
    test: [`${room}/hand-over.test.ts`, 'lets no operation expire or fail while it is unreachable'],
  },
  {
    name: 'shows an operation that has not started',
    file: `${room}/find-operation.ts`,
    find: "return row?.status === 'CREATED' ? undefined : row;",
    replace: 'return row;',
    test: [`${room}/hand-over.test.ts`, 'shows no operation before the provider has accepted it'],
  },
  {
    name: "funds a mint from a customer's account",
    file: `${room}/create-stablecoin-mint.ts`,
    find: 'if (account.customer_id !== null || account.currency !== currency)',
    replace: 'if (account.currency !== currency)',
    test: [`${room}/create-stablecoin-mint.test.ts`, 'requires an ACTIVE account of the platform in the base currency'],
  },
];
