import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import { findUnusableParty } from '../transactions/unusable-party.ts';

/** Between a quote and its payment an account may be deleted, frozen or closed, and a customer deleted. */
export async function refuseUnusableParty(
  context: Pick<WorkContext, 'unit' | 'tenant'>,
  transaction: TransactionRow,
): Promise<Refusal<'CONFLICT'> | undefined> {
  const end = await findUnusableParty(context, transaction);
  if (end === undefined) return undefined;
  const { id, state } = end;
  const advice =
    state === 'DELETED'
      ? 'Leave the quote to expire and create one between accounts that are there.'
      : 'Try again once it is ACTIVE, or create a quote with another account.';
  return refuse('CONFLICT', `${id} is ${state} since the quote was made, so nothing is paid. ${advice}`, {
    [id.startsWith('Customer:') ? 'customerId' : 'accountId']: id,
    status: state,
  });
}
