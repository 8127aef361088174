import { wireMinor } from '../../ground/money/money.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { LimitBreach, PolicyBreach } from './evaluate-policy.ts';

/** Says why the policy does not allow a payment and, of a limit, what it would allow: a program reads this. */
export function refuseByPolicy(breach: PolicyBreach): Refusal<'FORBIDDEN'> {
  return refuse('FORBIDDEN', reasonOf(breach), detailsOf(breach));
}

function reasonOf(breach: PolicyBreach): string {
  switch (breach.cause) {
    case 'PAUSED':
      return 'The agent is paused, so nothing was done. It can go on once the platform has resumed it.';
    case 'PERMISSION_MISSING':
      return `The policy of the agent lacks the permission ${breach.permission}. The platform can add it.`;
    case 'ACCOUNT_NOT_ALLOWED':
      return `The policy of the agent does not allow ${breach.accountId}. Use one of allowedAccountIds.`;
    case 'NO_RATE':
      return `There is no rate from ${breach.currency} to ${breach.limitCurrency}, in which the agent is limited, so the payment cannot be weighed. Pay in ${breach.limitCurrency}, or try again later.`;
    default:
      return `The payment is beyond ${limitNames[breach.cause]} of the agent, which no approval can lift. ${whatIsLeft(breach)}`;
  }
}

const limitNames = {
  PER_TRANSACTION_LIMIT: 'the limit of one payment',
  DAILY_LIMIT: 'the daily limit',
  DAILY_TRANSACTION_LIMIT: 'the number of payments in a day',
  MONTHLY_LIMIT: 'the monthly limit',
} as const;

function whatIsLeft({ cause, leftMinor, limitCurrency }: LimitBreach): string {
  if (cause === 'DAILY_TRANSACTION_LIMIT') return 'Ask again after midnight, UTC.';
  return `It would allow ${leftMinor} in the smallest unit of ${limitCurrency}, fees included.`;
}

function detailsOf(breach: PolicyBreach): Readonly<Record<string, unknown>> {
  if (!('leftMinor' in breach)) return { cause: breach.cause };
  const { cause, leftMinor, limitCurrency } = breach;
  return cause === 'DAILY_TRANSACTION_LIMIT'
    ? { cause }
    : { cause, allowed: wireMinor(leftMinor), currency: limitCurrency };
}
