interface Equivalent {
  /** The end of its path. */
  readonly file: string;
  readonly replacement: string;
  readonly why: string;
}

/** Mistakes of StrykerJS without an observable effect. */
export const equivalents: readonly Equivalent[] = [
  { file: 'ground/money/currency.ts', replacement: 'true', why: 'makes a view that is kept already once more' },
  { file: 'ground/money/currency.ts', replacement: ';', why: 'keeps no view, and makes it each time' },
  {
    file: 'payments/pricing/price-corridor.ts',
    replacement: 'reached.every(({\n  network\n}) => network !== null)',
    why: 'no currency is reached by a bank and on a network',
  },
  {
    file: 'engines/rates/price.ts',
    replacement: 'principalMinor < 0n',
    why: 'of a principal of nothing nothing arrives, which has no price either',
  },
  {
    file: 'engines/rates/price.ts',
    replacement: 'leftMinor >= 0n',
    why: 'replaces nothing by nothing',
  },
  {
    file: 'payments/pricing/sending-limits.ts',
    replacement: 'atMost >= largestWireMinor',
    why: 'compares powers of two, and the largest amount is one less than one',
  },
];
