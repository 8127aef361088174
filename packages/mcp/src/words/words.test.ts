import type { Received } from '@payments-platform/types';
import { describe, expect, it } from 'vitest';
import { amountWords } from './amount-words.ts';
import { budgetWords } from './budget-words.ts';
import { foreseenWords } from './foreseen-words.ts';

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

describe('the foreseen decision about a quote', () => {
  const quote = (amount: number, currency = 'USD') =>
    ({
      status: 'PENDING',
      totalSendingAmount: amount,
      sendingCurrency: { code: currency, name: '', symbol: '', decimals: 2 },
      source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:1' },
    }) as unknown as Received<'Quote'>;
  const withPolicy = (policy: object, usage: object = {}): Received<'Agent'> => ({
    ...agent,
    policy: { ...agent.policy, ...policy },
    usage: { ...agent.usage, ...usage },
  });

  it('is silent about a payment within the policy', () => {
    expect(foreseenWords(agent, quote(50_000))).toBeUndefined();
    expect(foreseenWords(agent, { ...quote(50_001), status: 'EXPIRED' } as Received<'Quote'>)).toBeUndefined();
  });

  it.each([
    ['above the limit of one payment', agent, 50_001, 'one payment may take at most 500.00 USD'],
    ['above what is left today', withPolicy({}, { dailySpend: 190_000 }), 10_001, '100.00 USD is left today'],
    [
      'above what is left this month',
      withPolicy({ spendingLimits: { ...agent.policy.spendingLimits, monthlyLimit: 150_100 } }),
      101,
      '1.00 USD is left this month',
    ],
    ['beyond the payments of a day', withPolicy({}, { dailyTransactionCount: 5 }), 1, 'no payment is left today of 5'],
  ])('refuses a payment %s', (_what, of, amount, words) => {
    expect(foreseenWords(of, quote(amount))).toBe(`Your policy would refuse it: ${words}. Tell the person who asked.`);
  });

  it('knows the rule of the account, and who may not pay at all', () => {
    const accountRules = [{ accountId: 'InternalAccount:1', perTransactionLimit: 100 }];
    const restricted = withPolicy({ accountRestrictions: { accountRules } });
    expect(foreseenWords(restricted, quote(101))).toContain('at most 1.00 USD');
    expect(foreseenWords(withPolicy({ permissions: ['CREATE_QUOTES'] }), quote(1))).toContain('may not pay');
    expect(foreseenWords({ ...agent, isPaused: true }, quote(1))).toContain('paused');
  });

  it('waits for approval above the threshold, or if every payment does', () => {
    const waits = 'It would wait until the platform approves it.';
    const above = withPolicy({ approvalThresholds: { currency: 'USD', amount: 25_000 } });
    expect([foreseenWords(above, quote(25_000)), foreseenWords(above, quote(25_001))]).toEqual([undefined, waits]);
    expect(foreseenWords(withPolicy({ defaultExecutionMode: 'APPROVAL_REQUIRED' }), quote(1))).toBe(waits);
  });

  it('promises nothing about an amount in another currency, which the platform converts later', () => {
    expect(foreseenWords(agent, quote(50_001, 'EUR'))).toBeUndefined();
  });
});
