import type { AgentPolicy } from '@payments-platform/types';

/** A payment in the model. */
export interface ModelPayment {
  readonly day: string;
  readonly permission: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: bigint;
  readonly currency: string;
}

/** Major units of the first currency for one of the second, as exact decimal text; none without a rate. */
type ModelRates = (paid: string, counted: string) => string | undefined;

export interface ModelAgent {
  readonly isPaused: boolean;
  readonly policy: AgentPolicy;
  readonly decimals: Readonly<Record<string, number>>;
  readonly rates: ModelRates;
  /** Every payment so far, in the currency of the limits. */
  readonly history: readonly { readonly day: string; readonly worth: bigint }[];
}

export type ModelAnswer = 'NOW' | 'ASK' | `NO: ${string}`;

/**
 * The interface's rules about policies, implemented a second time: the history instead of counters, the order of the
 * text, and no rounding, only the question whether one unit less would be too little.
 */
export function modelAnswer(agent: ModelAgent, payment: ModelPayment): ModelAnswer {
  const { policy, history } = agent;
  const { spendingLimits: limits, accountRestrictions: restrictions, approvalThresholds: threshold } = policy;
  if (agent.isPaused) return 'NO: PAUSED';
  if (new Set<string>(policy.permissions).has(payment.permission) === false) return 'NO: PERMISSION_MISSING';
  for (const account of [payment.from, payment.to]) {
    const list: readonly string[] | null | undefined = restrictions?.allowedAccountIds;
    if (account !== null && list != null && list.indexOf(account) < 0) return 'NO: ACCOUNT_NOT_ALLOWED';
  }
  const worth = modelWorth(agent, payment, limits.currency);
  if (worth === undefined) return 'NO: NO_RATE';

  let most = BigInt(limits.perTransactionLimit);
  let mode = policy.defaultExecutionMode;
  for (const rule of restrictions?.accountRules ?? []) {
    if (rule.accountId !== (payment.from === null ? payment.to : payment.from)) continue;
    if (rule.perTransactionLimit !== null && rule.perTransactionLimit !== undefined)
      most = BigInt(rule.perTransactionLimit);
    if (rule.executionMode !== undefined) mode = rule.executionMode;
    break;
  }
  if (worth > most) return 'NO: PER_TRANSACTION_LIMIT';

  const today = history.filter(({ day }) => day === payment.day).map((made) => made.worth);
  const month = history.filter(({ day }) => day.startsWith(payment.day.slice(0, 7))).map((made) => made.worth);
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, worth);
  if (limits.dailyLimit != null && sum(today) > BigInt(limits.dailyLimit)) return 'NO: DAILY_LIMIT';
  if (limits.dailyTransactionLimit !== undefined && today.length >= limits.dailyTransactionLimit)
    return 'NO: DAILY_TRANSACTION_LIMIT';
  if (limits.monthlyLimit != null && sum(month) > BigInt(limits.monthlyLimit)) return 'NO: MONTHLY_LIMIT';

  if (threshold?.amount !== null && threshold?.amount !== undefined) {
    const weighed = modelWorth(agent, payment, threshold.currency ?? limits.currency);
    if (weighed === undefined || weighed > BigInt(threshold.amount)) return 'ASK';
  }
  return mode === 'AUTO' ? 'NOW' : 'ASK';
}

/** The smallest whole amount that is worth at least the payment. */
export function modelWorth(
  { decimals, rates }: Pick<ModelAgent, 'decimals' | 'rates'>,
  { amount, currency }: Pick<ModelPayment, 'amount' | 'currency'>,
  counted: string,
): bigint | undefined {
  if (currency === counted) return amount;
  const rate = rates(currency, counted);
  if (rate === undefined) return undefined;
  const [whole = '0', fraction = ''] = rate.split('.');
  // worth · rate / 10^decimals(counted) ≥ amount / 10^decimals(currency), without a fraction on either side
  const perUnit = BigInt(whole + fraction) * 10n ** BigInt(decimals[currency] ?? 0);
  const wanted = amount * 10n ** BigInt((decimals[counted] ?? 0) + fraction.length);
  let worth = wanted / perUnit;
  while (worth * perUnit < wanted) worth += 1n;
  return worth;
}
