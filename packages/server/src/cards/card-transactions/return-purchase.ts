import type { TriggerOf } from '../../engines/states/transition.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { lesserMinor } from '../../ground/money/money.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { creditReversalEntry, heldForReversalEntry } from './card-entries.ts';
import type { CardMessageOutcome, ReturnMessage, ReturnReversalMessage } from './card-message.ts';
import { takenByRefunds } from './card-transactions-repository.ts';
import { moveCardTransaction, openCardTransaction } from './move-card-transaction.ts';
import { newRefund } from './new-card-transaction.ts';
import { isPosted, isPulled, mustPost, postCredit } from './post-card-entry.ts';
import type { CardTransactionRow } from './tables.ts';

type Trigger = TriggerOf<'card-transaction'>;

/** Whether merchants can give back what was settled: what the service bears of it changes nothing about that. */
function isReturnable({ direction, settlement_count: settlements }: CardTransactionRow): boolean {
  return direction === 'DEBIT' && settlements > 0;
}

/** A merchant gives back some of a purchase: a row of its own, to the account that the purchase was paid from. */
export async function returnPurchase(
  context: WorkContext,
  purchase: CardTransactionRow,
  { id, kind, amountMinor, issuerTransactionToken }: ReturnMessage,
): Promise<CardMessageOutcome> {
  if (!isReturnable(purchase)) return 'NOT_SETTLED';
  if (amountMinor > purchase.settled_minor - purchase.refunded_minor) return 'ABOVE_SETTLED';
  const paidMinor = (await missedByCustomer(context.unit, purchase)) - purchase.held_minor;
  // The customer first: what they have not paid the service has, and only that comes back to the service.
  const creditedMinor = lesserMinor(amountMinor, paidMinor > 0n ? paidMinor : 0n);
  const keptMinor = amountMinor - creditedMinor;
  const isCredited = await postCredit(context, purchase, id, { creditedMinor, keptMinor });
  const triggers: Trigger[] = isCredited ? ['POST'] : ['POST', 'FAIL_CREDIT'];
  const refund = openCardTransaction(context, newRefund(context, purchase, issuerTransactionToken), {
    ...{ id, kind, amountMinor, triggers },
    set: { settled_minor: amountMinor, settlement_count: 1, taken_minor: -creditedMinor },
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
  if (amountMinor === 0n) return 'NOT_A_REFUND';
  const stepId = `${id}/purchase`;
  const { fromCustomerMinor, fromHeldMinor } = await takeRefund(context, refund, purchase, { id, stepId });
  const taken = moveCardTransaction(context, refund, {
    ...{ id, kind, amountMinor, triggers: ['REVERSE_RETURN'] },
    // What the account did not pay of it, it still has.
    set: { settled_minor: 0n, taken_minor: refund.taken_minor + fromCustomerMinor },
  });
  const isPaid = fromCustomerMinor + fromHeldMinor === amountMinor;
  const isNewException = !isPaid && purchase.status !== 'EXCEPTION';
  const triggers: Trigger[] = isNewException ? ['REVERSE_RETURN', 'FAIL_PULL'] : ['REVERSE_RETURN'];
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
  readonly fromCustomerMinor: bigint;
  readonly fromHeldMinor: bigint;
}

/**
 * The balance pays for all of it, or else what the purchase has set aside pays first and the balance for the rest:
 * nothing is lost, and then set free, that the service has in its hands. A refund that is owed is owed no longer.
 */
async function takeRefund(
  context: WorkContext,
  refund: CardTransactionRow,
  purchase: CardTransactionRow,
  { id, stepId }: { readonly id: string; readonly stepId: string },
): Promise<TakenRefund> {
  const amountMinor = refund.settled_minor;
  const from = refund.status === 'EXCEPTION' ? 'OWED' : 'BALANCE';
  const isTaken = (fromCustomerMinor: bigint): Promise<boolean> => {
    const lostMinor = amountMinor - fromCustomerMinor;
    const reversal = creditReversalEntry(id, refund, { from, fromCustomerMinor, lostMinor });
    const isPull = from === 'BALANCE' && fromCustomerMinor > 0n;
    return isPull ? isPulled(context, refund, reversal) : isPosted(context, reversal);
  };
  const dueMinor = await dueOfCustomer(context.unit, refund, purchase);
  if (await isTaken(dueMinor)) return { fromCustomerMinor: dueMinor, fromHeldMinor: 0n };
  const fromHeldMinor = lesserMinor(purchase.held_minor, amountMinor);
  if (fromHeldMinor > 0n) await mustPost(context, heldForReversalEntry(stepId, purchase, fromHeldMinor));
  const restMinor = lesserMinor(dueMinor, amountMinor - fromHeldMinor);
  if (fromHeldMinor > 0n && (await isTaken(restMinor))) return { fromCustomerMinor: restMinor, fromHeldMinor };
  const borne = { from, fromCustomerMinor: 0n, lostMinor: amountMinor } as const;
  await mustPost(context, creditReversalEntry(id, refund, borne));
  return { fromCustomerMinor: 0n, fromHeldMinor };
}

/**
 * What the customer gives back of a refund: no more than it gave them, and never what a failed pull has given back, so
 * that it makes no difference which of the two comes first.
 */
async function dueOfCustomer(unit: Unit, refund: CardTransactionRow, purchase: CardTransactionRow): Promise<bigint> {
  const pulledMinor = purchase.pulled_minor - (await missedByCustomer(unit, purchase));
  return lesserMinor(-refund.taken_minor, pulledMinor > 0n ? pulledMinor : 0n);
}

/** What the customer is without for a purchase and its refunds together, whether set aside or paid out. */
async function missedByCustomer(unit: Unit, purchase: CardTransactionRow): Promise<bigint> {
  return purchase.taken_minor + (await takenByRefunds(unit, purchase));
}
