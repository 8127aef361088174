import type { Received } from '@payments-platform/types';
import { describe, expect, it } from 'vitest';
import { amountWords } from './amount-words.ts';
import { budgetWords } from './budget-words.ts';

const agent: Received<'Agent'> = {
  id: 'Agent:1',
  name: 'Bill payer',
  customerId: 'Customer:1',
  isPaused: false,
  isConnected: true,
  policy: {
    permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
    defaultExecutionMode: 'AUTO',
    spendingLimits: { currency: 'USD', perTransactionLimit: 50_000, dailyLimit: 200_000, dailyTransactionLimit: 5 },
  },
  usage: {
    dailyTransactionCount: 3,
    dailySpend: 150_000,
    dailyResetDate: '2025-01-02',
    monthlySpend: 150_000,
    monthlyResetMonth: '2025-02',
  },
  createdAt: '2025-01-01T00:00:00.000Z',
  updatedAt: '2025-01-01T00:00:00.000Z',
};

describe('an amount', () => {
  it.each([
    [15_000, 'USD', '150.00 USD'],
    [5, 'USD', '0.05 USD'],
    [0, 'EUR', '0.00 EUR'],
    [1_500, 'XOF', '1500 XOF'],
    [1, 'BTC', '0.00000001 BTC'],
    [7, 'ABC', '7 in the smallest unit of ABC'],
  ])('of %d in %s is written as %s', (minor, currency, words) => {
    expect(amountWords(minor, currency)).toBe(words);
  });
});

describe('a budget', () => {
  it('is described with its remainder and the time of its reset', () => {
    expect(budgetWords(agent)).toBe(
      'You may price payments, pay quotes. One payment may take at most 500.00 USD, fees included. Left today: 500.00 USD of 2000.00 USD, which resets on 2025-01-02 at 00:00 UTC. Payments left today: 2 of 5, which resets on 2025-01-02 at 00:00 UTC. Payments within these limits are made at once.',
    );
  });

  it('is described with its approval threshold, its accounts and their rules', () => {
    const policy = {
      ...agent.policy,
      approvalThresholds: { amount: 25_000 },
      accountRestrictions: {
        allowedAccountIds: ['InternalAccount:1'],
        accountRules: [
          { accountId: 'InternalAccount:1', executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: 100 },
        ],
      },
    } as const;
    const words = budgetWords({ ...agent, policy });
    expect(words).toContain(
      'Payments above 250.00 USD wait until the platform approves them; others are made at once.',
    );
    expect(words).toContain('You may only use these accounts: InternalAccount:1.');
    expect(words).toContain('For InternalAccount:1: at most 1.00 USD in one payment, each payment waits for approval.');
    expect(budgetWords({ ...agent, policy: { ...policy, defaultExecutionMode: 'APPROVAL_REQUIRED' } })).toContain(
      'Each payment waits until the platform approves it.',
    );
    expect(budgetWords({ ...agent, isPaused: true })).toMatch(/^You are paused/);
  });
});
