import type { Rule } from './rule.ts';
import { shownCodes } from './shown-codes.ts';

export const examplesRefusals: Rule = {
  name: 'examples-refusals',
  demands: 'The examples of a refusal show each code that the operation declares for its status, and no other.',
  check: (specification) =>
    shownCodes(specification).flatMap(({ place, missing, foreign }) => [
      ...missing.map((code) => ({ path: place.path, message: `No example shows ${code}.` })),
      ...foreign.map((code) => ({
        path: place.path,
        message: `An example shows ${code}, which the operation does not declare.`,
      })),
    ]),
};
