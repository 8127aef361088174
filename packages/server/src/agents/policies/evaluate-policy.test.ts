import { type AgentPolicy, currencies } from '@payments-platform/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelAgent, type ModelPayment, modelAnswer, modelWorth } from '../../../test/reference-policy.ts';
import type { ListedCurrency } from '../../ground/money/currency.ts';
import { type AgentFacts, type AskedPayment, evaluatePolicy, type Verdict } from './evaluate-policy.ts';
import { refuseByPolicy } from './refuse-by-policy.ts';
import { type Usage, usageOn, withPayment } from './usage.ts';

const [one, other] = [
  'InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c',
  'InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5d',
] as const;
const unspent: Usage = { day: '2025-01-01', dailyCount: 0, dailySpendMinor: 0n, monthlySpendMinor: 0n };
const ask: AskedPayment = {
  permission: 'EXECUTE_QUOTES',
  sourceAccountId: one,
  destinationAccountId: null,
  amountMinor: 20_000n,
  currency: 'USD',
};

describe('the policy of the worked example', () => {
  const policy: AgentPolicy = {
    permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
    defaultExecutionMode: 'AUTO',
    spendingLimits: { currency: 'USD', perTransactionLimit: 50_000, dailyLimit: 200_000, dailyTransactionLimit: 5 },
    approvalThresholds: { currency: 'USD', amount: 25_000 },
  };
  const rates: AgentFacts['rates'] = {
    // 1.10 dollars per euro in the market's notation: euros per dollar, with the last digit rounded up.
    lastRateFor: (sending, receiving) => (sending === 'EUR' && receiving === 'USD' ? '0.909090909091' : undefined),
  };
  const facts: AgentFacts = { isPaused: false, policy, usage: unspent, rates };
  const verdict = (amountMinor: bigint, parts: Partial<AskedPayment> = {}, known: Partial<AgentFacts> = {}): Verdict =>
    evaluatePolicy({ ...facts, ...known }, { ...ask, amountMinor, ...parts });

  it('allows up to the threshold, requires approval above it and refuses above the limit', () => {
    expect(verdict(20_000n)).toEqual({ decision: 'ALLOWED', countedMinor: 20_000n });
    expect(verdict(25_000n).decision).toBe('ALLOWED');
    expect(verdict(25_001n).decision).toBe('APPROVAL_REQUIRED');
    expect(verdict(50_000n).decision).toBe('APPROVAL_REQUIRED');
    expect(verdict(50_001n)).toEqual({
      decision: 'REFUSED',
      breach: { cause: 'PER_TRANSACTION_LIMIT', leftMinor: 50_000n, limitCurrency: 'USD' },
    });
  });

  it('counts 300.00 EUR at a rate of 1.10 as 33000 and requires approval', () => {
    expect(verdict(30_000n, { currency: 'EUR' })).toEqual({ decision: 'APPROVAL_REQUIRED', countedMinor: 33_000n });
  });

  it('applies the limit and mode of an account rule instead of its own', () => {
    const accountRules = [{ accountId: one, perTransactionLimit: 10_000 }];
    const ruled = { policy: { ...policy, accountRestrictions: { accountRules } } };
    expect(verdict(10_000n, {}, ruled).decision).toBe('ALLOWED');
    expect(verdict(10_001n, {}, ruled).decision).toBe('REFUSED');
    expect(verdict(10_001n, { sourceAccountId: other }, ruled).decision).toBe('ALLOWED');
    const larger = [{ accountId: one, perTransactionLimit: 90_000, executionMode: 'APPROVAL_REQUIRED' as const }];
    const wide = { policy: { ...policy, accountRestrictions: { accountRules: larger } } };
    expect(verdict(1n, {}, wide).decision).toBe('APPROVAL_REQUIRED');
    expect(verdict(90_000n, {}, wide).decision).toBe('APPROVAL_REQUIRED');
    const inherits = [{ accountId: one, perTransactionLimit: null }];
    const same = { policy: { ...policy, accountRestrictions: { accountRules: inherits } } };
    expect(verdict(50_001n, {}, same).decision).toBe('REFUSED');
  });

  it('refuses for the first of several causes, in the order of the checks', () => {
    const cause = (known: Partial<AgentFacts>, parts: Partial<AskedPayment> = {}): string => {
      const found = verdict(60_000n, { permission: 'CREATE_TRANSFERS', ...parts }, known);
      return found.decision === 'REFUSED' ? found.breach.cause : found.decision;
    };
    const none = { ...policy, accountRestrictions: { allowedAccountIds: [] } };
    const full = { ...unspent, dailyCount: 5, dailySpendMinor: 200_000n, monthlySpendMinor: 200_000n };
    expect(cause({ isPaused: true, policy: none })).toBe('PAUSED');
    expect(cause({ policy: none })).toBe('PERMISSION_MISSING');
    expect(cause({ policy: none }, ask)).toBe('ACCOUNT_NOT_ALLOWED');
    expect(cause({ usage: full }, { ...ask, amountMinor: 60_000n })).toBe('PER_TRANSACTION_LIMIT');
    expect(cause({ usage: full }, { ...ask, amountMinor: 1n })).toBe('DAILY_LIMIT');
    const unlimited = {
      ...policy,
      spendingLimits: { ...policy.spendingLimits, dailyLimit: null, monthlyLimit: 200_000 },
    };
    expect(cause({ policy: unlimited, usage: full }, { ...ask, amountMinor: 1n })).toBe('DAILY_TRANSACTION_LIMIT');
    const many = { ...unlimited, spendingLimits: { ...unlimited.spendingLimits, dailyTransactionLimit: 6 } };
    expect(cause({ policy: many, usage: full }, { ...ask, amountMinor: 1n })).toBe('MONTHLY_LIMIT');
  });

  it('refuses without a rate for the limits and requires approval without one for the threshold', () => {
    expect(verdict(1n, { currency: 'GBP' })).toEqual({
      decision: 'REFUSED',
      breach: { cause: 'NO_RATE', currency: 'GBP', limitCurrency: 'USD' },
    });
    const unweighed = { policy: { ...policy, approvalThresholds: { currency: 'INR', amount: 1_000_000 } } };
    expect(verdict(1n, {}, unweighed).decision).toBe('APPROVAL_REQUIRED');
  });

  it('leaves nothing under a limit that was lowered below what is spent already', () => {
    const spent = { usage: { ...unspent, dailySpendMinor: 199_999n } };
    const breach = { cause: 'DAILY_LIMIT', leftMinor: 1n, limitCurrency: 'USD' };
    expect(verdict(2n, {}, spent)).toEqual({ decision: 'REFUSED', breach });
    const overspent = { usage: { ...unspent, dailySpendMinor: 200_001n } };
    expect(verdict(2n, {}, overspent)).toEqual({ decision: 'REFUSED', breach: { ...breach, leftMinor: 0n } });
  });

  it('refuses with the amount that it would allow', () => {
    const found = verdict(50_001n);
    if (found.decision !== 'REFUSED') throw new Error('was not refused');
    expect(refuseByPolicy(found.breach)).toEqual({
      code: 'FORBIDDEN',
      reason: expect.stringContaining('It allows at most 50000 in the smallest unit of USD'),
      details: { cause: 'PER_TRANSACTION_LIMIT', allowed: 50_000, currency: 'USD' },
    });
  });
});

const runs = Number(process.env['POLICY_RUNS'] ?? 300);
const timeout = 600_000 + 20 * runs;
const codes: readonly ListedCurrency[] = ['USD', 'EUR', 'VND', 'BTC', 'USDC'];
const decimals = Object.fromEntries(codes.map((code) => [code, currencies[code].decimals]));

const currency = fc.constantFrom(...codes);
const account = fc.constantFrom<`InternalAccount:${string}`>(one, other);
const amount = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 400_000 }));
const permission = fc.constantFrom<AskedPayment['permission']>('EXECUTE_QUOTES', 'CREATE_TRANSFERS', 'CREATE_QUOTES');
const mode = fc.constantFrom<AgentPolicy['defaultExecutionMode']>('AUTO', 'APPROVAL_REQUIRED');
const limit = fc.option(amount, { nil: null });
const rule = fc.record(
  { accountId: account, executionMode: mode, perTransactionLimit: limit },
  { requiredKeys: ['accountId'] },
);
const policies = fc.record(
  {
    permissions: fc.uniqueArray(permission, { minLength: 1, maxLength: 3 }),
    defaultExecutionMode: mode,
    spendingLimits: fc.record(
      {
        currency,
        perTransactionLimit: amount,
        dailyLimit: limit,
        dailyTransactionLimit: fc.integer({ min: 0, max: 4 }),
        monthlyLimit: limit,
      },
      { requiredKeys: ['currency', 'perTransactionLimit'] },
    ),
    accountRestrictions: fc.record(
      {
        allowedAccountIds: fc.option(fc.uniqueArray(account, { maxLength: 2 }), { nil: null }),
        accountRules: fc.uniqueArray(rule, { selector: ({ accountId }) => accountId, maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
    approvalThresholds: fc.record({ currency, amount: limit }, { requiredKeys: [] }),
  },
  { requiredKeys: ['permissions', 'defaultExecutionMode', 'spendingLimits'] },
);
const days = ['2025-01-30', '2025-01-31', '2025-02-01', '2025-02-02'];
const payments = fc.array(
  fc.record({
    day: fc.constantFrom(...days),
    permission,
    from: fc.option(account, { nil: null }),
    to: fc.option(account, { nil: null }),
    amount: fc.bigInt({ min: 1n, max: 400_000n }),
    currency,
    isApproved: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);
const rateTables = fc.dictionary(
  fc.constantFrom(...codes.flatMap((from) => codes.map((to) => `${from} ${to}`))),
  fc
    .tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 999_999 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(6, '0')}`),
  { minKeys: 8 },
);

describe('a policy', () => {
  it('matches the reference model over random policies, rates and days of payments', { timeout }, () => {
    fc.assert(
      fc.property(policies, rateTables, payments, fc.integer({ min: 0, max: 15 }), (made, table, asked, chance) => {
        // The arbitrary creates everything that the schema allows, with ids as plain text.
        const policy = made as AgentPolicy;
        const isPaused = chance === 0;
        const rates = (paid: string, counted: string): string | undefined => table[`${paid} ${counted}`];
        let usage = { ...unspent, day: days[0] ?? '' };
        const history: { day: string; worth: bigint }[] = [];
        for (const payment of asked.toSorted((a, b) => a.day.localeCompare(b.day))) {
          usage = usageOn(usage, payment.day);
          const facts: AgentFacts = { isPaused, policy, usage, rates: { lastRateFor: rates } };
          const verdict = evaluatePolicy(facts, {
            permission: payment.permission,
            sourceAccountId: payment.from,
            destinationAccountId: payment.to,
            amountMinor: payment.amount,
            currency: payment.currency,
          });
          const model: ModelAgent = { isPaused, policy, decimals, rates, history };
          expect(said(verdict)).toBe(modelAnswer(model, payment satisfies ModelPayment));
          if (verdict.decision === 'REFUSED' || (verdict.decision === 'APPROVAL_REQUIRED' && !payment.isApproved))
            continue;
          expect(verdict.countedMinor).toBe(modelWorth(model, payment, policy.spendingLimits.currency));
          usage = withPayment(usage, verdict.countedMinor);
          history.push({ day: payment.day, worth: verdict.countedMinor });
        }
      }),
      { numRuns: runs, seed: 20_250_101 },
    );
  });

  it('never allows more than its limits, in any order of payments', { timeout }, () => {
    fc.assert(
      fc.property(policies, payments, (made, asked) => {
        const policy = made as AgentPolicy;
        const { dailyLimit, dailyTransactionLimit, monthlyLimit } = policy.spendingLimits;
        let usage = { ...unspent, day: days[0] ?? '' };
        for (const payment of asked) {
          // Not sorted, because requests may read the clock and take their locks in different orders.
          usage = usageOn(usage, payment.day);
          const verdict = evaluatePolicy(
            { isPaused: false, policy, usage, rates: { lastRateFor: () => '1' } },
            {
              ...payment,
              sourceAccountId: payment.from,
              destinationAccountId: payment.to,
              amountMinor: payment.amount,
            },
          );
          if (verdict.decision === 'REFUSED') continue;
          usage = withPayment(usage, verdict.countedMinor);
          if (dailyLimit != null) expect(usage.dailySpendMinor <= BigInt(dailyLimit)).toBe(true);
          if (monthlyLimit != null) expect(usage.monthlySpendMinor <= BigInt(monthlyLimit)).toBe(true);
          expect(usage.dailyCount).toBeLessThanOrEqual(dailyTransactionLimit ?? Number.MAX_SAFE_INTEGER);
        }
      }),
      { numRuns: runs, seed: 20_250_102 },
    );
  });
});

function said(verdict: Verdict): string {
  if (verdict.decision === 'REFUSED') return `NO: ${verdict.breach.cause}`;
  return verdict.decision === 'ALLOWED' ? 'NOW' : 'ASK';
}
