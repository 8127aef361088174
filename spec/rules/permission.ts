import { operationsOf } from './operations.ts';
import type { Rule } from './rule.ts';

const permissions: readonly (string | undefined)[] = ['VIEW', 'TRANSACT', 'MANAGE'];

export const permission: Rule = {
  name: 'permission',
  demands: 'Every operation states in x-permission what its caller must be allowed: VIEW, TRANSACT or MANAGE.',
  check: (specification) =>
    operationsOf(specification)
      .filter(({ operation }) => !permissions.includes(operation['x-permission']))
      .map(({ path }) => ({
        path: [...path, 'x-permission'],
        message: `x-permission must be one of ${permissions.join(', ')}.`,
      })),
};
