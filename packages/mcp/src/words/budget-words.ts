import type { AgentPermission, Received } from '@payments-platform/types';
import { amountWords } from './amount-words.ts';

type Agent = Received<'Agent'>;

const deeds: Readonly<Record<AgentPermission, string>> = {
  VIEW_TRANSACTIONS: 'see payments',
  CREATE_QUOTES: 'price payments',
  EXECUTE_QUOTES: 'pay quotes',
  CREATE_TRANSFERS: 'make transfers',
  MANAGE_EXTERNAL_ACCOUNTS: 'add and delete payees',
};

function deedOf(permission: string): string {
  return deeds[permission as AgentPermission] ?? permission;
}

export const pausedWords =
  'You are paused: the people who run the platform have paused you, and your requests are refused. Tell the person who asked; you can continue once you are resumed. check_budget shows whether you are.';

/** What the policy allows, what is left, and when the limits reset. */
export function budgetWords(agent: Agent): string {
  return [
    ...(agent.isPaused ? [pausedWords] : []),
    permissionWords(agent),
    ...limitWords(agent),
    ...accountWords(agent),
  ].join(' ');
}

function permissionWords({ policy }: Agent): string {
  return `You may ${policy.permissions.map(deedOf).join(', ')}.`;
}

/** Only the limits, for the response to a payment. */
export function limitWords({ policy, usage }: Agent): string[] {
  const { currency, perTransactionLimit, dailyLimit, dailyTransactionLimit, monthlyLimit } = policy.spendingLimits;
  const resetsOn = usage.dailyResetDate === undefined ? '' : `, which resets on ${usage.dailyResetDate} at 00:00 UTC`;
  const resetsIn = usage.monthlyResetMonth === undefined ? '' : `, which resets in ${usage.monthlyResetMonth}`;
  return [
    `One payment may take at most ${amountWords(perTransactionLimit, currency)}, fees included.`,
    ...(dailyLimit == null ? [] : [`Left today: ${leftWords(dailyLimit, usage.dailySpend, currency)}${resetsOn}.`]),
    ...(dailyTransactionLimit === undefined
      ? []
      : [
          `Payments left today: ${Math.max(0, dailyTransactionLimit - usage.dailyTransactionCount)} of ${dailyTransactionLimit}${resetsOn}.`,
        ]),
    ...(monthlyLimit == null
      ? []
      : [`Left this month: ${leftWords(monthlyLimit, usage.monthlySpend, currency)}${resetsIn}.`]),
    approvalWords(policy),
  ];
}

function leftWords(limit: number, spent: number, currency: string): string {
  return `${amountWords(Math.max(0, limit - spent), currency)} of ${amountWords(limit, currency)}`;
}

function approvalWords({ defaultExecutionMode, approvalThresholds, spendingLimits }: Agent['policy']): string {
  if (defaultExecutionMode === 'APPROVAL_REQUIRED') return 'Each payment waits until the platform approves it.';
  const { amount, currency = spendingLimits.currency } = approvalThresholds ?? {};
  return amount == null
    ? 'Payments within these limits are made at once.'
    : `Payments above ${amountWords(amount, currency)} wait until the platform approves them; others are made at once.`;
}

function accountWords({ policy: { accountRestrictions, spendingLimits } }: Agent): string[] {
  const { allowedAccountIds, accountRules = [] } = accountRestrictions ?? {};
  return [
    ...(allowedAccountIds == null
      ? []
      : [`You may only use these accounts: ${allowedAccountIds.join(', ') || 'none'}.`]),
    ...accountRules.map(({ accountId, executionMode, perTransactionLimit }) => {
      const most =
        perTransactionLimit == null
          ? []
          : [`at most ${amountWords(perTransactionLimit, spendingLimits.currency)} in one payment`];
      const mode = executionMode === 'APPROVAL_REQUIRED' ? ['each payment waits for approval'] : [];
      const own = executionMode === 'AUTO' ? ['no approval below the threshold'] : [];
      return `For ${accountId}: ${[...most, ...mode, ...own].join(', ') || 'as for the others'}.`;
    }),
  ];
}
