import { closeChallenge, findOpenChallenge } from '../../access/sca/challenge.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import { failUnauthorized } from '../transactions/hold-for-authorization.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import { moveQuote } from './move-quote.ts';

/** Nobody passed the challenge of a payment in time, so the payment and its quote have failed. */
export async function expireAuthorization(context: WorkContext, row: TransactionRow): Promise<void> {
  if (row.quote_id === null) throw new Error(`${row.id} waits for an authorization and has no quote`);
  await failUnauthorized(context, row);
  await moveQuote(context, row.quote_id, 'CHALLENGE_EXPIRE');
  const challenge = await findOpenChallenge(context, 'QUOTE', row.quote_id);
  if (challenge !== undefined) await closeChallenge(context, challenge, 'EXPIRE');
}
