import { expect, it } from 'vitest';
import { sampleAccounts } from '../../../../test/sample-accounts.ts';
import { accountKinds, textOf } from '../account-facts.ts';
import { identifierRules } from './identifier-rules.ts';

it.each(accountKinds.map((kind) => [kind.accountType, kind] as const))(
  'checks every field that %s declares as checked and accepts a valid one',
  (accountType, kind) => {
    const info = sampleAccounts[accountType as keyof typeof sampleAccounts].accountInfo;
    const rules = identifierRules(kind);
    for (const field of Object.keys(kind.checks)) expect(rules.has(field)).toBe(true);
    for (const [field, rule] of rules) {
      const value = textOf(info, field);
      if (value !== undefined) expect(rule.refuse(value, info)).toBeUndefined();
    }
  },
);

it.each(accountKinds.filter(({ network }) => network !== null).map((kind) => [kind.accountType, kind] as const))(
  'checks every identifier of %s, which is paid over a network',
  (_accountType, kind) => {
    expect([...identifierRules(kind).keys()].sort()).toEqual([...kind.identifiedBy].sort());
  },
);
