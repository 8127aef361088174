import type { CardPullReport } from '../../engines/card-pulls/card-pulls.ts';
import { clearTimer, setTimer } from '../../engines/due-work/timers.ts';
import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import { lesserMinor } from '../../ground/money/money.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { pullFailureEntry } from './card-entries.ts';
import {
  findPull,
  lockCardTransaction,
  saveCardTransaction,
  savePull,
  takenByRefunds,
} from './card-transactions-repository.ts';
import { moveCardTransaction, pullTimers } from './move-card-transaction.ts';
import { mustPost, tryPost } from './post-card-entry.ts';
import type { CardPullRow, CardTransactionRow } from './tables.ts';

/** Records the report of a pull. A confirmed pull changes no status and emits no event. */
export async function applyPullReport(context: WorkContext, asked: CardPullRow, report: CardPullReport): Promise<void> {
  const { unit, tenant } = context;
  const timer = { tenant, kind: pullTimers, id: asked.id };
  if (report.kind === 'PENDING') return setTimer(unit, timer, report.nextPollAt);
  const row = await lockCardTransaction(unit, tenant, asked.card_transaction_id);
  const pull = await findPull(unit, tenant, asked.id);
  if (row === undefined || pull === undefined) throw new Error(`${asked.id} has no card transaction`);
  clearTimer(unit, timer);
  if (pull.status !== 'PENDING') return;
  const { to: status } = mustMove('card-pull', pull.status, report.kind === 'CONFIRMED' ? 'CONFIRM' : 'FAIL');
  savePull(unit, { ...pull, status });
  const pending_pull_count = row.pending_pull_count - 1;
  if (report.kind === 'CONFIRMED') {
    saveCardTransaction(unit, { ...row, pending_pull_count, updated_at: context.now });
    return;
  }
  await failPull(context, { ...row, pending_pull_count }, pull);
}

/**
 * The money was not debited after all, so the account gets it back: the part that is still held, and from the service
 * the part that a merchant was paid. Money that merchants have refunded since is not returned a second time, even if
 * they reversed the refund and the service bore that, because the account still has it.
 */
async function failPull(context: WorkContext, row: CardTransactionRow, pull: CardPullRow): Promise<void> {
  const left = row.taken_minor + (await takenByRefunds(context.unit, row));
  const backMinor = lesserMinor(pull.amount_minor, left > 0n ? left : 0n);
  const fromPullMinor = lesserMinor(backMinor, row.held_minor);
  const lostMinor = backMinor - fromPullMinor;
  const isException = lostMinor > 0n && (row.status === 'SETTLED' || row.status === 'PARTIALLY_SETTLED');
  // An exception is for the operator, so it keeps no hold.
  const fromHeldMinor = isException ? row.held_minor : fromPullMinor;
  if (fromHeldMinor + lostMinor > 0n) {
    const parts = { fromHeldMinor, lostMinor };
    const isTakenBack = await tryPost(context, pullFailureEntry(pull.id, row, parts));
    if (!isTakenBack) await mustPost(context, pullFailureEntry(pull.id, row, parts, 'OWED'));
  }
  const triggers: TriggerOf<'card-transaction'>[] = isException ? ['FAIL_PULL'] : [];
  moveCardTransaction(context, row, {
    ...{ id: pull.id, kind: 'PULL_FAILURE', amountMinor: pull.amount_minor, triggers },
    set: {
      pulled_minor: row.pulled_minor - pull.amount_minor,
      held_minor: row.held_minor - fromHeldMinor,
      taken_minor: row.taken_minor - fromHeldMinor - lostMinor,
    },
  });
}
