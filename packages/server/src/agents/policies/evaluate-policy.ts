import type { AgentAccountRule, AgentPermission, AgentPolicy } from '@payments-platform/types';
import type { RateSource } from '../../engines/rates/rate-source.ts';
import { type CurrencyCode, currencyCode } from '../../ground/money/currency.ts';
import { countedMinor } from './counted-amount.ts';
import type { Usage } from './usage.ts';

/** The state of an agent when it submits a payment. */
export interface AgentFacts {
  readonly isPaused: boolean;
  readonly policy: AgentPolicy;
  /** The usage on the day of the evaluation. */
  readonly usage: Usage;
  readonly rates: Pick<RateSource, 'lastRateFor'>;
}

/** A payment that an agent submits. */
export interface AskedPayment {
  readonly permission: AgentPermission;
  /** `null` if the account is not inside the service. */
  readonly sourceAccountId: string | null;
  readonly destinationAccountId: string | null;
  /** The full debit, including fees. */
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
}

/** Why a policy refuses a payment, in the order of the checks. No approval can override it. */
export type PolicyBreach =
  | { readonly cause: 'PAUSED' }
  | { readonly cause: 'PERMISSION_MISSING'; readonly permission: AgentPermission }
  | { readonly cause: 'ACCOUNT_NOT_ALLOWED'; readonly accountId: string }
  | { readonly cause: 'NO_RATE'; readonly currency: CurrencyCode; readonly limitCurrency: CurrencyCode }
  | LimitBreach;

export interface LimitBreach {
  readonly cause: 'PER_TRANSACTION_LIMIT' | 'DAILY_LIMIT' | 'DAILY_TRANSACTION_LIMIT' | 'MONTHLY_LIMIT';
  /** The amount that remains under this limit. */
  readonly leftMinor: bigint;
  readonly limitCurrency: CurrencyCode;
}

export type Verdict =
  | { readonly decision: 'ALLOWED' | 'APPROVAL_REQUIRED'; readonly countedMinor: bigint }
  | { readonly decision: 'REFUSED'; readonly breach: PolicyBreach };

/** Evaluates a policy: the payment is allowed at once, requires approval, or is refused. */
export function evaluatePolicy(facts: AgentFacts, asked: AskedPayment): Verdict {
  const { policy, rates } = facts;
  const limitCurrency = currencyCode(policy.spendingLimits.currency);
  const breach = forbidden(facts, asked);
  if (breach !== undefined) return { decision: 'REFUSED', breach };
  const counted = countedMinor(rates, asked.amountMinor, asked.currency, limitCurrency);
  if (counted === undefined)
    return { decision: 'REFUSED', breach: { cause: 'NO_RATE', currency: asked.currency, limitCurrency } };
  const rule = ruleFor(policy, asked);
  const exceeded = exceededLimit(facts, rule, counted);
  if (exceeded !== undefined) return { decision: 'REFUSED', breach: { ...exceeded, limitCurrency } };
  const mode = rule?.executionMode ?? policy.defaultExecutionMode;
  const isHeld = isAboveThreshold(facts, asked) || mode === 'APPROVAL_REQUIRED';
  return { decision: isHeld ? 'APPROVAL_REQUIRED' : 'ALLOWED', countedMinor: counted };
}

/** The checks that do not depend on the amount. */
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

/** The rule of the source account applies; if the source is outside the service, that of the destination. */
function ruleFor({ accountRestrictions }: AgentPolicy, asked: AskedPayment): AgentAccountRule | undefined {
  const id = asked.sourceAccountId ?? asked.destinationAccountId;
  return accountRestrictions?.accountRules?.find(({ accountId }) => accountId === id);
}

/** The first limit that is exceeded, in the order of the checks. The rule of an account replaces that per transaction. */
function exceededLimit(
  { policy: { spendingLimits: limits }, usage }: AgentFacts,
  rule: AgentAccountRule | undefined,
  counted: bigint,
): Pick<LimitBreach, 'cause' | 'leftMinor'> | undefined {
  const perTransaction = rule?.perTransactionLimit ?? limits.perTransactionLimit;
  const all: readonly (readonly [LimitBreach['cause'], number | null | undefined, bigint, bigint])[] = [
    ['PER_TRANSACTION_LIMIT', perTransaction, 0n, counted],
    ['DAILY_LIMIT', limits.dailyLimit, usage.dailySpendMinor, counted],
    ['DAILY_TRANSACTION_LIMIT', limits.dailyTransactionLimit, BigInt(usage.dailyCount), 1n],
    ['MONTHLY_LIMIT', limits.monthlyLimit, usage.monthlySpendMinor, counted],
  ];
  for (const [cause, limit, used, needed] of all) {
    if (limit == null) continue;
    const left = BigInt(limit) - used;
    if (needed > left) return { cause, leftMinor: left > 0n ? left : 0n };
  }
  return undefined;
}

/** An amount that cannot be converted to the currency of the threshold requires approval. */
function isAboveThreshold({ policy, rates }: AgentFacts, { amountMinor, currency }: AskedPayment): boolean {
  const { amount, currency: own } = policy.approvalThresholds ?? {};
  if (amount == null) return false;
  const counted = countedMinor(rates, amountMinor, currency, currencyCode(own ?? policy.spendingLimits.currency));
  return counted === undefined || counted > BigInt(amount);
}
