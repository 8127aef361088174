import type { TriggerOf } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { creditReversalEntry, releaseEntry } from './card-entries.ts';
import type { CardMessageOutcome, ReturnMessage, ReturnReversalMessage } from './card-message.ts';
import { moveCardTransaction, openCardTransaction } from './move-card-transaction.ts';
import { newRefund } from './new-card-transaction.ts';
import { isPosted, mustPost, postCredit } from './post-card-entry.ts';
import type { CardTransactionRow } from './tables.ts';

type Trigger = TriggerOf<'card-transaction'>;

/** Whether merchants can still give back what was settled. */
function isReturnable({ direction, status, settlement_count: settlements }: CardTransactionRow): boolean {
  return direction === 'DEBIT' && settlements > 0 && (status === 'SETTLED' || status === 'PARTIALLY_SETTLED');
}

/** A merchant gives back some of a purchase: a row of its own, to the account that the purchase was paid from. */
export async function returnPurchase(
  context: WorkContext,
  purchase: CardTransactionRow,
  { id, kind, amountMinor, issuerTransactionToken }: ReturnMessage,
): Promise<CardMessageOutcome> {
  if (!isReturnable(purchase)) return 'NOT_SETTLED';
  if (amountMinor > purchase.settled_minor - purchase.refunded_minor) return 'ABOVE_SETTLED';
  const isCredited = await postCredit(context, purchase, id, amountMinor);
  const triggers: Trigger[] = isCredited ? ['POST'] : ['POST', 'FAIL_CREDIT'];
  const refund = openCardTransaction(context, newRefund(context, purchase, issuerTransactionToken), {
    ...{ id, kind, amountMinor, triggers },
    set: { settled_minor: amountMinor, settlement_count: 1, taken_minor: -amountMinor },
  });
  moveCardTransaction(context, purchase, {
    // The money is the refund's; the purchase only counts it.
    ...{ id: `${id}/purchase`, kind, amountMinor, triggers: ['RETURN'] },
    set: { refunded_minor: purchase.refunded_minor + amountMinor, refund_count: purchase.refund_count + 1 },
  });
  return refund;
}

/**
 * A merchant takes a refund back. The account pays it again; where it cannot, the service bears it, and the purchase is
 * an exception like every other one that is not paid for.
 */
export async function reverseReturn(
  context: WorkContext,
  refund: CardTransactionRow,
  purchase: CardTransactionRow,
  { id, kind }: ReturnReversalMessage,
): Promise<CardMessageOutcome> {
  const amountMinor = refund.settled_minor;
  if (refund.status !== 'SETTLED' || amountMinor === 0n || !isReturnable(purchase)) return 'NOT_A_REFUND';
  const isTaken = await isPosted(context, creditReversalEntry(id, refund, amountMinor, 'BALANCE'));
  if (!isTaken) await mustPost(context, creditReversalEntry(id, refund, amountMinor, 'LOSSES'));
  const taken = moveCardTransaction(context, refund, {
    ...{ id, kind, amountMinor, triggers: ['REVERSE_RETURN'] },
    set: { settled_minor: 0n, taken_minor: isTaken ? 0n : refund.taken_minor },
  });
  const stepId = `${id}/purchase`;
  const releasedMinor = isTaken ? 0n : purchase.held_minor;
  if (releasedMinor > 0n) await mustPost(context, releaseEntry(stepId, purchase, releasedMinor));
  const triggers: Trigger[] = isTaken ? ['REVERSE_RETURN'] : ['REVERSE_RETURN', 'FAIL_PULL'];
  moveCardTransaction(context, purchase, {
    ...{ id: stepId, kind, amountMinor, triggers },
    set: {
      refunded_minor: purchase.refunded_minor - amountMinor,
      held_minor: purchase.held_minor - releasedMinor,
      taken_minor: purchase.taken_minor - releasedMinor,
    },
  });
  return taken;
}
