import { follow } from './references.ts';
import type { Rule } from './rule.ts';
import { schemasOf } from './schemas.ts';

function isAmountName(name: string): boolean {
  return /^(?:amount|fees?)$|Amount$|FeesIncluded$|^feesIncluded$/.test(name);
}

export const money: Rule = {
  name: 'money',
  demands: 'An amount of money is an int64 integer that counts the smallest unit of its currency.',
  check: (specification) =>
    [...schemasOf(specification)].flatMap(({ path, schema, property }) => {
      const target = follow(specification, schema);
      const types = [target.type ?? []].flat();
      const isNumeric = types.includes('number') || types.includes('integer');
      if (property === undefined || !isAmountName(property) || !isNumeric) return [];
      if (!types.includes('number') && target.format === 'int64') return [];
      return [{ path, message: `${property} must be of type integer with format int64.` }];
    }),
};
