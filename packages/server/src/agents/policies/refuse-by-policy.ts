import { wireMinor } from '../../ground/money/money.ts';
import { type DetailsOf, type Refusal, refuse } from '../../operation/operation.ts';
import type { LimitBreach, PolicyBreach } from './evaluate-policy.ts';

/** Refuses a payment by the cause of the breach. The details say for programs what a limit would still allow. */
export function refuseByPolicy(breach: PolicyBreach): Refusal<'FORBIDDEN'> {
  return refuse('FORBIDDEN', reasonOf(breach), detailsOf(breach));
}

function reasonOf(breach: PolicyBreach): string {
  switch (breach.cause) {
    case 'PAUSED':
      return 'The agent is paused, so nothing was done. It can continue once the platform has resumed it.';
    case 'PERMISSION_MISSING':
      return `The policy of the agent lacks the permission ${breach.permission}. The platform can add it.`;
    case 'ACCOUNT_NOT_ALLOWED':
      return `The policy of the agent does not allow ${breach.accountId}. Use one of allowedAccountIds.`;
    case 'NO_RATE':
      return `There is no rate from ${breach.currency} to ${breach.limitCurrency}, the currency of the agent's limits, so the payment cannot be checked. Pay in ${breach.limitCurrency}, or try again later.`;
    default:
      return `The payment exceeds ${limitNames[breach.cause]} of the agent, and no approval can override that. ${whatIsLeft(breach)}`;
  }
}

const limitNames = {
  PER_TRANSACTION_LIMIT: 'the limit per payment',
  DAILY_LIMIT: 'the daily limit',
  DAILY_TRANSACTION_LIMIT: 'the daily number of payments',
  MONTHLY_LIMIT: 'the monthly limit',
} as const;

function whatIsLeft({ cause, leftMinor, limitCurrency }: LimitBreach): string {
  if (cause === 'DAILY_TRANSACTION_LIMIT') return 'Try again after midnight UTC.';
  return `It allows at most ${leftMinor} in the smallest unit of ${limitCurrency}, fees included.`;
}

function detailsOf(breach: PolicyBreach): DetailsOf<'FORBIDDEN'> {
  if (!('leftMinor' in breach)) return { cause: breach.cause };
  const { cause, leftMinor, limitCurrency } = breach;
  return cause === 'DAILY_TRANSACTION_LIMIT'
    ? { cause }
    : { cause, allowed: wireMinor(leftMinor), currency: limitCurrency };
}
