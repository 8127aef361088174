import type { Mutant } from './mutant.ts';

/** Mistakes in what stands before every operation. */
export const doorMutants: readonly Mutant[] = [
  {
    name: 'asks for a check whose value a bundler does not see used',
    file: 'http/unreadable-requests.ts',
    find: "return decodeURIComponent(url) !== '';",
    replace: 'decodeURIComponent(url);\n    return true;',
    test: ['http/bundled-refusals.test.ts', 'refuses a query that is no UTF-8 in the words of its sources'],
  },
];
