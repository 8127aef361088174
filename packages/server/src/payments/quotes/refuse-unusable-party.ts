import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import { findUnusableParty } from '../transactions/unusable-party.ts';

/**
 * Between a quote and its payment an account may be deleted, frozen or closed, a customer deleted, or a token
 * disabled.
 */
export async function refuseUnusableParty(
  context: Pick<WorkContext, 'unit' | 'tenant'>,
  transaction: TransactionRow,
  awaited: keyof typeof whatEndsIt = 'EXECUTION',
): Promise<Refusal<'CONFLICT'> | undefined> {
  const end = await findUnusableParty(context, transaction);
  if (end === undefined) return undefined;
  const { id, state } = end;
  return refuse(
    'CONFLICT',
    `${id} has become ${state} since the quote was created, so nothing is paid. ${adviceOn(state, awaited)}`,
    {
      [detailOf(id)]: id,
      status: state,
    },
  );
}

/** How a quote that can no longer be paid ends without a request, by what it waits for. */
const whatEndsIt = {
  EXECUTION: 'Let the quote expire',
  AUTHORIZATION: 'Let the challenge expire, which fails the quote,',
} as const;

function adviceOn(state: string, awaited: keyof typeof whatEndsIt): string {
  if (state === 'DELETED') return `${whatEndsIt[awaited]} and create one between existing accounts.`;
  if (state === 'DISABLED') return 'Read serviceOperationsStatus of the stablecoin, and contact its operator.';
  return 'Try again once it is ACTIVE, or create a quote with another account.';
}

function detailOf(id: string): 'customerId' | 'accountId' | 'currency' {
  if (!id.includes(':')) return 'currency';
  return id.startsWith('Customer:') ? 'customerId' : 'accountId';
}
