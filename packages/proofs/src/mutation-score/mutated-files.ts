/** The folder of the mutated files. */
export const serverSource = 'packages/server/src/';

/** The pure code about money and moves, as paths or parts of files; the mistakes are planted here. */
export const mutatedFiles: readonly string[] = [
  'packages/server/src/ground/money/currency.ts',
  'packages/server/src/ground/money/money.ts',
  'packages/server/src/ground/money/rate.ts',
  'packages/server/src/ground/money/rounding.ts',
  'packages/server/src/ground/money/token-amount.ts',
  'packages/server/src/engines/states/transition.ts',
  'packages/server/src/engines/ledger/accounts.ts',
  'packages/server/src/engines/ledger/entry.ts',
  'packages/server/src/engines/rates/cross-rate.ts',
  'packages/server/src/engines/rates/price.ts',
  'packages/server/src/payments/pricing/network-costs.ts',
  'packages/server/src/payments/pricing/payment-limits.ts',
  'packages/server/src/payments/pricing/price-corridor.ts',
  'packages/server/src/payments/pricing/sending-limits.ts',
  'packages/server/src/agents/policies/counted-amount.ts',
  'packages/server/src/agents/policies/evaluate-policy.ts',
  'packages/server/src/agents/policies/usage.ts',
];

/** The tests of only these files. */
export const pureTests: readonly string[] = [
  'packages/server/src/ground/money/*.test.ts',
  'packages/server/src/engines/states/transition.test.ts',
  'packages/server/src/engines/ledger/entry.test.ts',
  'packages/server/src/engines/rates/{cross-rate,price}.test.ts',
  'packages/server/src/payments/pricing/{network-costs,payment-limits,price-corridor,sending-limits}.test.ts',
  'packages/server/src/agents/policies/{evaluate-policy,usage}.test.ts',
];
