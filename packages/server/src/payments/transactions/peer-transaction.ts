import type { WorkContext } from '../../operation/deps.ts';
import { findTransaction } from './find-transaction.ts';
import type { TransactionRow } from './transaction-row.ts';
import { saveTransaction } from './transactions-repository.ts';

/**
 * The outgoing half is idle after the delivery. It is due again when the incoming half is returned, which may be
 * days later.
 */
export async function wakePeerTransaction({ unit, tenant, now }: WorkContext, row: TransactionRow): Promise<void> {
  const halfId = row.uma?.peer_transaction_id ?? null;
  if (row.type !== 'INCOMING' || halfId === null) return;
  const half = await findTransaction(unit, tenant, halfId);
  if (half === undefined) throw new Error(`the payment ${row.id} has no other half`);
  await saveTransaction(unit, { ...half, due_at: now, due_action: 'LOOK' }, half.sequence);
}
