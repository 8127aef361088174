import { operationsOf } from './operations.ts';
import type { Rule } from './rule.ts';

const camelCaseWords = /^[a-z]+(?:[A-Z0-9][a-z0-9]+)+$/;

export const operationName: Rule = {
  name: 'operation-name',
  demands: 'An operationId is a verb and a noun in camelCase, capitals only at the start of a word.',
  check: (specification) =>
    operationsOf(specification)
      .filter(({ operation }) => !camelCaseWords.test(operation.operationId ?? ''))
      .map(({ path, operation }) => ({
        path: [...path, 'operationId'],
        message: `operationId ${operation.operationId ?? '(none)'} is not a verb and a noun in camelCase.`,
      })),
};
