import type { AgentAccountRule, AgentPermission, AgentPolicy } from '@payments-platform/types';
import type { RateSource } from '../../engines/rates/rate-source.ts';
import { type CurrencyCode, currencyCode } from '../../ground/money/currency.ts';
import { countedMinor } from './counted-amount.ts';
import type { Usage } from './usage.ts';

/** What is known of an agent when it asks for a payment. */
export interface AgentFacts {
  readonly isPaused: boolean;
  readonly policy: AgentPolicy;
  /** What counts on the day of the evaluation. */
  readonly usage: Usage;
  readonly rates: Pick<RateSource, 'lastRateFor'>;
}

/** A payment that an agent asks for. */
export interface AskedPayment {
  readonly permission: AgentPermission;
  /** `null` where the money does not come from, or does not go to, an account inside the service. */
  readonly sourceAccountId: string | null;
  readonly destinationAccountId: string | null;
  /** Everything that the payment takes, fees included. */
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
}

/** Why a policy does not allow a payment, with no approval to lift it, in the order of the checks. */
export type PolicyBreach =
  | { readonly cause: 'PAUSED' }
  | { readonly cause: 'PERMISSION_MISSING'; readonly permission: AgentPermission }
  | { readonly cause: 'ACCOUNT_NOT_ALLOWED'; readonly accountId: string }
  | { readonly cause: 'NO_RATE'; readonly currency: CurrencyCode; readonly limitCurrency: CurrencyCode }
  | LimitBreach;

export interface LimitBreach {
  readonly cause: 'PER_TRANSACTION_LIMIT' | 'DAILY_LIMIT' | 'DAILY_TRANSACTION_LIMIT' | 'MONTHLY_LIMIT';
  /** What is left under this limit. */
  readonly leftMinor: bigint;
  readonly limitCurrency: CurrencyCode;
}

export type Verdict =
  | { readonly decision: 'ALLOWED' | 'APPROVAL_REQUIRED'; readonly countedMinor: bigint }
  | { readonly decision: 'REFUSED'; readonly breach: PolicyBreach };

/** What a policy says of a payment: done at once, done once a person has approved it, or not done. */
export function evaluatePolicy(facts: AgentFacts, asked: AskedPayment): Verdict {
  const { policy, rates } = facts;
  const limitCurrency = currencyCode(policy.spendingLimits.currency);
  const breach = forbidden(facts, asked);
  if (breach !== undefined) return { decision: 'REFUSED', breach };
  const counted = countedMinor(rates, asked.amountMinor, asked.currency, limitCurrency);
  if (counted === undefined)
    return { decision: 'REFUSED', breach: { cause: 'NO_RATE', currency: asked.currency, limitCurrency } };
  const rule = ruleFor(policy, asked);
  const exceeded = limitsOf(facts, rule).find(({ needs, left }) => (needs === 'ONE' ? 1n : counted) > left);
  if (exceeded !== undefined) {
    const { cause, left } = exceeded;
    return { decision: 'REFUSED', breach: { cause, leftMinor: left > 0n ? left : 0n, limitCurrency } };
  }
  const mode = rule?.executionMode ?? policy.defaultExecutionMode;
  const isHeld = isAboveThreshold(facts, asked) || mode === 'APPROVAL_REQUIRED';
  return { decision: isHeld ? 'APPROVAL_REQUIRED' : 'ALLOWED', countedMinor: counted };
}

/** What does not depend on the amount. */
function forbidden(
  { isPaused, policy }: AgentFacts,
  { permission, sourceAccountId, destinationAccountId }: AskedPayment,
): PolicyBreach | undefined {
  if (isPaused) return { cause: 'PAUSED' };
  if (!policy.permissions.includes(permission)) return { cause: 'PERMISSION_MISSING', permission };
  const allowed: readonly string[] | null = policy.accountRestrictions?.allowedAccountIds ?? null;
  const outside = [sourceAccountId, destinationAccountId].find(
    (id) => id !== null && allowed !== null && !allowed.includes(id),
  );
  return outside == null ? undefined : { cause: 'ACCOUNT_NOT_ALLOWED', accountId: outside };
}

/** The account that pays has the word; where the money comes from outside, the one that is paid. */
function ruleFor({ accountRestrictions }: AgentPolicy, asked: AskedPayment): AgentAccountRule | undefined {
  const id = asked.sourceAccountId ?? asked.destinationAccountId;
  return accountRestrictions?.accountRules?.find(({ accountId }) => accountId === id);
}

interface Limit {
  readonly cause: LimitBreach['cause'];
  readonly needs: 'AMOUNT' | 'ONE';
  readonly left: bigint;
}

/** The limits that there are, in the order in which they are checked. The rule of an account replaces the first. */
function limitsOf(
  { policy: { spendingLimits: limits }, usage }: AgentFacts,
  rule: AgentAccountRule | undefined,
): Limit[] {
  const perTransaction = rule?.perTransactionLimit ?? limits.perTransactionLimit;
  const all: readonly (readonly [LimitBreach['cause'], number | null | undefined, bigint, Limit['needs']])[] = [
    ['PER_TRANSACTION_LIMIT', perTransaction, 0n, 'AMOUNT'],
    ['DAILY_LIMIT', limits.dailyLimit, usage.dailySpendMinor, 'AMOUNT'],
    ['DAILY_TRANSACTION_LIMIT', limits.dailyTransactionLimit, BigInt(usage.dailyCount), 'ONE'],
    ['MONTHLY_LIMIT', limits.monthlyLimit, usage.monthlySpendMinor, 'AMOUNT'],
  ];
  return all.flatMap(([cause, limit, used, needs]) =>
    limit == null ? [] : [{ cause, needs, left: BigInt(limit) - used }],
  );
}

/** An amount that cannot be weighed against the threshold is shown to a person. */
function isAboveThreshold({ policy, rates }: AgentFacts, { amountMinor, currency }: AskedPayment): boolean {
  const { amount, currency: own } = policy.approvalThresholds ?? {};
  if (amount == null) return false;
  const weighed = countedMinor(rates, amountMinor, currency, currencyCode(own ?? policy.spendingLimits.currency));
  return weighed === undefined || weighed > BigInt(amount);
}
