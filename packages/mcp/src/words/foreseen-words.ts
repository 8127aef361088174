import type { Received } from '@payments-platform/types';
import { amountWords } from './amount-words.ts';

type Agent = Received<'Agent'>;
type Quote = Received<'Quote'>;

/**
 * What the policy will say to the payment of a quote, as far as the agent can know it: the platform decides when the
 * quote is paid, and converts other currencies at the rate of then.
 */
export function foreseenWords({ policy, usage, isPaused }: Agent, quote: Quote): string | undefined {
  if (quote.status !== 'PENDING') return undefined;
  if (isPaused) return 'You are paused, so it would be refused now.';
  if (!policy.permissions.includes('EXECUTE_QUOTES')) return 'You may not pay quotes, so it would be refused.';
  const { currency, perTransactionLimit, dailyLimit, monthlyLimit, dailyTransactionLimit } = policy.spendingLimits;
  const { totalSendingAmount: amount, sendingCurrency, source } = quote;
  const account = 'accountId' in source ? source.accountId : undefined;
  const rule = policy.accountRestrictions?.accountRules?.find(({ accountId }) => accountId === account);
  const refused = (limit: string) => `Your policy would refuse it: ${limit}. Tell the person who asked.`;
  if (dailyTransactionLimit !== undefined && usage.dailyTransactionCount >= dailyTransactionLimit)
    return refused(`no payment is left today of ${dailyTransactionLimit}`);
  if (sendingCurrency.code !== currency) return undefined;
  const most = rule?.perTransactionLimit ?? perTransactionLimit;
  if (amount > most) return refused(`one payment may take at most ${amountWords(most, currency)}`);
  const left = (limit: number, spent: number) => Math.max(0, limit - spent);
  for (const [period, limit, spent] of [
    ['today', dailyLimit, usage.dailySpend],
    ['this month', monthlyLimit, usage.monthlySpend],
  ] as const) {
    if (limit != null && amount > left(limit, spent))
      return refused(`${amountWords(left(limit, spent), currency)} is left ${period}`);
  }
  const { amount: threshold, currency: ofThreshold = currency } = policy.approvalThresholds ?? {};
  const mode = rule?.executionMode ?? policy.defaultExecutionMode;
  const isAbove = threshold != null && ofThreshold === currency && amount > threshold;
  return mode === 'APPROVAL_REQUIRED' || isAbove ? 'It would wait until the platform approves it.' : undefined;
}
