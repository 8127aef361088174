import { mustMove } from '../../engines/states/transition.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import { moveTransaction } from './move-transaction.ts';
import type { TransactionRow } from './transaction-row.ts';
import { saveTransaction } from './transactions-repository.ts';

/**
 * Holds the payment until its customer has authorized it, or `until` is over. An outgoing payment tells of
 * each authorization that it waits for; an incoming one has no status for that and stays `PENDING`.
 */
export async function holdForAuthorization(
  context: WorkContext,
  row: TransactionRow,
  until: Instant,
): Promise<TransactionRow> {
  const due = { due_at: until, due_action: 'CHALLENGE_EXPIRE' } as const;
  if (row.type === 'OUTGOING') return moveTransaction(context, row, [{ trigger: 'REQUIRE_SCA', set: due }]);
  return saveSilently(context, { ...row, ...due });
}

/** The payment is authorized and waits for its deposit, as long as its quote holds. */
export function waitForDeposit(context: WorkContext, row: TransactionRow, until: Instant): Promise<TransactionRow> {
  const status =
    row.type === 'OUTGOING' ? mustMove('outgoing-transaction', row.status, 'AUTHORIZE_TO_FUND').to : row.status;
  return saveSilently(context, { ...row, status, due_at: until, due_action: 'EXPIRE' });
}

/** The customer did not authorize the payment in time. No money has moved. */
export function failUnauthorized(context: WorkContext, row: TransactionRow): Promise<TransactionRow> {
  const set = { failure_reason: 'SCA_NOT_COMPLETED', due_at: null, due_action: null } as const;
  return moveTransaction(context, row, [{ trigger: 'CHALLENGE_EXPIRE', set }]);
}

/** A change that no event tells about: whoever works on the payment finds its quote moved on instead. */
async function saveSilently({ unit, now }: WorkContext, changed: TransactionRow): Promise<TransactionRow> {
  const row = { ...changed, updated_at: now };
  await saveTransaction(unit, row, row.sequence);
  return row;
}
