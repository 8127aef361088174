import type { TriggerOf } from '../../engines/states/transition.ts';
import { lesserMinor } from '../../ground/money/money.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { creditReversalEntry, heldForReversalEntry } from './card-entries.ts';
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
 * A merchant takes a refund back, and what can pay for it does. Where something is missing the service bears that, and
 * the purchase is an exception like every other one that is not paid for.
 */
export async function reverseReturn(
  context: WorkContext,
  refund: CardTransactionRow,
  purchase: CardTransactionRow,
  { id, kind }: ReturnReversalMessage,
): Promise<CardMessageOutcome> {
  const amountMinor = refund.settled_minor;
  if (refund.status !== 'SETTLED' || amountMinor === 0n || !isReturnable(purchase)) return 'NOT_A_REFUND';
  const stepId = `${id}/purchase`;
  const { fromBalanceMinor, fromHeldMinor } = await takeRefund(context, refund, purchase, { id, stepId });
  const taken = moveCardTransaction(context, refund, {
    ...{ id, kind, amountMinor, triggers: ['REVERSE_RETURN'] },
    // What the account did not pay of it, it still has.
    set: { settled_minor: 0n, taken_minor: refund.taken_minor + fromBalanceMinor },
  });
  const isPaid = fromBalanceMinor + fromHeldMinor === amountMinor;
  const triggers: Trigger[] = isPaid ? ['REVERSE_RETURN'] : ['REVERSE_RETURN', 'FAIL_PULL'];
  moveCardTransaction(context, purchase, {
    ...{ id: stepId, kind, amountMinor, triggers },
    // What it has set aside pays for its refund, so the customer is as much without it as before.
    set: {
      refunded_minor: purchase.refunded_minor - amountMinor,
      held_minor: purchase.held_minor - fromHeldMinor,
    },
  });
  return taken;
}

interface TakenRefund {
  readonly fromBalanceMinor: bigint;
  readonly fromHeldMinor: bigint;
}

/**
 * The balance pays for all of it, or else what the purchase has set aside pays first and the balance for the rest:
 * nothing is lost, and then set free, that the service has in its hands.
 */
async function takeRefund(
  context: WorkContext,
  refund: CardTransactionRow,
  purchase: CardTransactionRow,
  { id, stepId }: { readonly id: string; readonly stepId: string },
): Promise<TakenRefund> {
  const amountMinor = refund.settled_minor;
  const isTaken = (fromBalanceMinor: bigint): Promise<boolean> =>
    isPosted(
      context,
      creditReversalEntry(id, refund, { fromBalanceMinor, fromLossesMinor: amountMinor - fromBalanceMinor }),
    );
  if (await isTaken(amountMinor)) return { fromBalanceMinor: amountMinor, fromHeldMinor: 0n };
  const fromHeldMinor = lesserMinor(purchase.held_minor, amountMinor);
  if (fromHeldMinor > 0n) await mustPost(context, heldForReversalEntry(stepId, purchase, fromHeldMinor));
  const restMinor = amountMinor - fromHeldMinor;
  if (fromHeldMinor > 0n && (await isTaken(restMinor))) return { fromBalanceMinor: restMinor, fromHeldMinor };
  const borne = { fromBalanceMinor: 0n, fromLossesMinor: amountMinor };
  await mustPost(context, creditReversalEntry(id, refund, borne));
  return { fromBalanceMinor: 0n, fromHeldMinor };
}
