import type { Received } from '@payments-platform/types';
import { amountWords } from './amount-words.ts';
import { pausedWords } from './budget-words.ts';

type Agent = Received<'Agent'>;
type Quote = Received<'Quote'>;

/** What a policy will decide about a quote that is not paid yet, as far as this computer can tell. */
export interface Ahead {
  readonly decision: 'REFUSED' | 'APPROVAL_REQUIRED';
  readonly why: string;
}

/** Reads the policy as the platform does. Only the platform converts currencies, so other limits stay open here. */
export function decisionAhead(agent: Agent, quote: Quote): Ahead | undefined {
  const why = refusalOf(agent, quote);
  if (why !== undefined) return { decision: 'REFUSED', why };
  const { approvalThresholds, defaultExecutionMode, spendingLimits } = agent.policy;
  const { amount, currency = spendingLimits.currency } = approvalThresholds ?? {};
  if (amount != null && quote.sendingCurrency.code === currency && quote.totalSendingAmount > amount)
    return { decision: 'APPROVAL_REQUIRED', why: `it is above ${amountWords(amount, currency)}` };
  return (ruleFor(agent, quote)?.executionMode ?? defaultExecutionMode) === 'APPROVAL_REQUIRED'
    ? { decision: 'APPROVAL_REQUIRED', why: 'each payment from this account does' }
    : undefined;
}

function refusalOf(agent: Agent, quote: Quote): string | undefined {
  const { policy, usage } = agent;
  if (agent.isPaused) return pausedWords;
  if (!policy.permissions.includes('EXECUTE_QUOTES')) return 'You may price payments, but not pay quotes.';
  const allowed: readonly string[] | null = policy.accountRestrictions?.allowedAccountIds ?? null;
  const outside = accountsOf(quote).find((id) => allowed?.includes(id) === false);
  if (outside !== undefined) return `You may not use the account ${outside}.`;
  const { currency, perTransactionLimit, dailyLimit, dailyTransactionLimit, monthlyLimit } = policy.spendingLimits;
  const exceeds = (limit: number | null | undefined, spent: number): limit is number =>
    limit != null && quote.sendingCurrency.code === currency && quote.totalSendingAmount > limit - spent;
  const left = (limit: number, spent: number): string => amountWords(Math.max(0, limit - spent), currency);
  const once = ruleFor(agent, quote)?.perTransactionLimit ?? perTransactionLimit;
  if (exceeds(once, 0)) return `One payment may take at most ${left(once, 0)}, fees included.`;
  if (exceeds(dailyLimit, usage.dailySpend)) return `Only ${left(dailyLimit, usage.dailySpend)} are left today.`;
  if (dailyTransactionLimit != null && usage.dailyTransactionCount >= dailyTransactionLimit)
    return 'No payments are left today.';
  if (exceeds(monthlyLimit, usage.monthlySpend))
    return `Only ${left(monthlyLimit, usage.monthlySpend)} are left this month.`;
  return undefined;
}

/** Source first, as in the rules of accounts. */
function accountsOf({ source, destination }: Quote): string[] {
  return [source, destination].flatMap((end) =>
    'accountId' in end && typeof end.accountId === 'string' ? [end.accountId] : [],
  );
}

/** The rule of the account that pays, or of the other one if none inside the platform pays. */
function ruleFor({ policy }: Agent, quote: Quote) {
  const [account] = accountsOf(quote);
  return policy.accountRestrictions?.accountRules?.find(({ accountId }) => accountId === account);
}
