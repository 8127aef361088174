import type { AgentPolicy } from '@payments-platform/types';
import { describe, expect, it } from 'vitest';
import { mergePolicy, policyOf } from './merge-policy.ts';

const account = 'InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c';
const policy: AgentPolicy = {
  permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 500, dailyLimit: 1_000 },
  accountRestrictions: { allowedAccountIds: [account], accountRules: [{ accountId: account, perTransactionLimit: 5 }] },
};

describe('a changed policy', () => {
  it('keeps fields that the change leaves out, at the top and inside its parts', () => {
    expect(mergePolicy(policy, {})).toEqual(policy);
    expect(mergePolicy(policy, { spendingLimits: { dailyLimit: null } }).spendingLimits).toEqual({
      currency: 'USD',
      perTransactionLimit: 500,
      dailyLimit: null,
    });
    expect(mergePolicy(policy, { approvalThresholds: { amount: 7 } })).toEqual({
      ...policy,
      approvalThresholds: { currency: 'USD', amount: 7 },
    });
  });

  it('has no limit of the number of payments once null has removed it', () => {
    const limited = mergePolicy(policy, { spendingLimits: { dailyTransactionLimit: 3 } });
    expect(limited.spendingLimits.dailyTransactionLimit).toBe(3);
    expect(mergePolicy(limited, { spendingLimits: { dailyTransactionLimit: null } })).toEqual(policy);
  });

  it('keeps the currency of a threshold when the currency of the limits changes', () => {
    const inEuros = { spendingLimits: { currency: 'EUR' } };
    const without = { ...policy, approvalThresholds: { amount: 7 } };
    expect(policyOf(without).approvalThresholds).toEqual({ currency: 'USD', amount: 7 });
    expect(mergePolicy(without, inEuros).approvalThresholds).toEqual({ currency: 'USD', amount: 7 });
    const both = mergePolicy(policy, { ...inEuros, approvalThresholds: { amount: 7 } });
    expect(both.approvalThresholds).toEqual({ currency: 'EUR', amount: 7 });
    const none = mergePolicy(policy, { approvalThresholds: { amount: null } });
    expect(none.approvalThresholds).toEqual({ amount: null });
  });

  it('replaces a list as a whole', () => {
    const changed = mergePolicy(policy, {
      permissions: ['VIEW_TRANSACTIONS'],
      accountRestrictions: { accountRules: [] },
    });
    expect(changed.permissions).toEqual(['VIEW_TRANSACTIONS']);
    expect(changed.accountRestrictions).toEqual({ allowedAccountIds: [account], accountRules: [] });
  });

  it('drops unknown fields at every depth', () => {
    const unknown = { marker: 'x', __proto__: null };
    const rule = { accountId: account, executionMode: 'AUTO', ...unknown } as const;
    const change = {
      ...unknown,
      spendingLimits: { dailyLimit: 5, ...unknown },
      accountRestrictions: { accountRules: [rule], ...unknown },
      approvalThresholds: { amount: 1, ...unknown },
    };
    for (const made of [mergePolicy(policy, change), policyOf({ ...policy, ...change, ...policy })])
      expect(JSON.stringify(made)).not.toContain('marker');
    expect(mergePolicy(policy, change).accountRestrictions?.accountRules).toEqual([
      { accountId: account, executionMode: 'AUTO' },
    ]);
    expect(policyOf(policy)).toEqual(policy);
  });
});
