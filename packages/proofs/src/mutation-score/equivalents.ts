export interface Equivalent {
  /** The end of its path. */
  readonly file: string;
  /** What it replaces, so that the same replacement elsewhere in the file still counts. */
  readonly code: string;
  readonly replacement: string;
  readonly why: string;
}

/** Mistakes of StrykerJS without an observable effect. */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'ground/money/money.ts',
    code: 'oneMinor < otherMinor',
    replacement: 'oneMinor <= otherMinor',
    why: 'takes the other one of two equal amounts',
  },
  {
    file: 'payments/pricing/price-corridor.ts',
    code: 'reached.some(({ network }) => network !== null)',
    replacement: 'reached.every(({\n  network\n}) => network !== null)',
    why: 'no currency is reached by a bank and on a network',
  },
  {
    file: 'engines/rates/price.ts',
    code: 'principalMinor <= 0n',
    replacement: 'principalMinor < 0n',
    why: 'of a principal of nothing nothing arrives, which has no price either',
  },
  {
    file: 'engines/rates/price.ts',
    code: 'leftMinor > 0n',
    replacement: 'leftMinor >= 0n',
    why: 'replaces nothing by nothing',
  },
  {
    file: 'agents/policies/evaluate-policy.ts',
    code: 'left > 0n',
    replacement: 'left >= 0n',
    why: 'replaces nothing by nothing',
  },
  {
    file: 'payments/pricing/sending-limits.ts',
    code: 'atMost > largestWireMinor',
    replacement: 'atMost >= largestWireMinor',
    why: 'compares powers of two, and the largest amount is one less than one',
  },
];
