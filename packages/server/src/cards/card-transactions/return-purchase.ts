import type { TriggerOf } from '../../engines/states/transition.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { lesserMinor } from '../../ground/money/money.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { creditReversalEntry, heldForReversalEntry } from './card-entries.ts';
import type { CardMessageOutcome, ReturnMessage, ReturnReversalMessage } from './card-message.ts';
import { takenByRefunds } from './card-transactions-repository.ts';
import { moveCardTransaction, openCardTransaction } from './move-card-transaction.ts';
import { newRefund } from './new-card-transaction.ts';
import { mustPost, postCredit, tryPost, tryPull } from './post-card-entry.ts';
import type { CardTransactionRow } from './tables.ts';

type Trigger = TriggerOf<'card-transaction'>;

/** Whether merchants can refund the transaction. A loss of the service does not change that. */
function isReturnable({ direction, settlement_count: settlements }: CardTransactionRow): boolean {
  return direction === 'DEBIT' && settlements > 0;
}

/** A merchant refunds part or all of a purchase: a separate row, paid to the account that paid for the purchase. */
export async function returnPurchase(
  context: WorkContext,
  purchase: CardTransactionRow,
  { id, kind, amountMinor, issuerTransactionToken }: ReturnMessage,
): Promise<CardMessageOutcome> {
  if (!isReturnable(purchase)) return 'NOT_SETTLED';
  if (amountMinor > purchase.settled_minor - purchase.refunded_minor) return 'ABOVE_SETTLED';
  const paidMinor = (await debitedFromCustomer(context.unit, purchase)) - purchase.held_minor;
  // The customer comes first. The service has paid only the rest, so only the rest goes back to it.
  const creditedMinor = lesserMinor(amountMinor, paidMinor > 0n ? paidMinor : 0n);
  const keptMinor = amountMinor - creditedMinor;
  const isCredited = await postCredit(context, purchase, id, { creditedMinor, keptMinor });
  const triggers: Trigger[] = isCredited ? ['POST'] : ['POST', 'FAIL_CREDIT'];
  const refund = openCardTransaction(context, newRefund(context, purchase, issuerTransactionToken), {
    ...{ id, kind, amountMinor, triggers },
    set: { settled_minor: amountMinor, settlement_count: 1, taken_minor: -creditedMinor },
  });
  moveCardTransaction(context, purchase, {
    // The money belongs to the refund; the purchase only counts it.
    ...{ id: `${id}/purchase`, kind, amountMinor, triggers: ['RETURN'] },
    set: { refunded_minor: purchase.refunded_minor + amountMinor, refund_count: purchase.refund_count + 1 },
  });
  return refund;
}

/**
 * A merchant reverses a refund. The customer's balance and the hold of the purchase pay for it. If something is
 * missing, the service bears it, and the purchase becomes an exception like any other that is not fully paid.
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
    // The account still has what it did not pay of the reversal.
    set: { settled_minor: 0n, taken_minor: refund.taken_minor + fromCustomerMinor },
  });
  const isPaid = fromCustomerMinor + fromHeldMinor === amountMinor;
  const isNewException = !isPaid && purchase.status !== 'EXCEPTION';
  const triggers: Trigger[] = isNewException ? ['REVERSE_RETURN', 'FAIL_PULL'] : ['REVERSE_RETURN'];
  moveCardTransaction(context, purchase, {
    ...{ id: stepId, kind, amountMinor, triggers },
    // The hold pays for the refund, so the customer's total debit does not change.
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
 * The balance pays all that is due. If it cannot, the hold of the purchase pays first and the balance the rest, so that
 * the service bears no loss for money that it holds. A refund that is owed is no longer owed.
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
    return isPull ? tryPull(context, refund, reversal) : tryPost(context, reversal);
  };
  const dueMinor = await dueOfCustomer(context.unit, refund, purchase);
  if (await isTaken(dueMinor)) return { fromCustomerMinor: dueMinor, fromHeldMinor: 0n };
  const fromHeldMinor = lesserMinor(purchase.held_minor, amountMinor);
  if (fromHeldMinor > 0n) await mustPost(context, heldForReversalEntry(stepId, purchase, fromHeldMinor));
  const restMinor = lesserMinor(dueMinor, amountMinor - fromHeldMinor);
  if (fromHeldMinor > 0n && (await isTaken(restMinor))) return { fromCustomerMinor: restMinor, fromHeldMinor };
  const lost = { from, fromCustomerMinor: 0n, lostMinor: amountMinor } as const;
  await mustPost(context, creditReversalEntry(id, refund, lost));
  return { fromCustomerMinor: 0n, fromHeldMinor };
}

/**
 * What the customer returns of a refund: no more than they received, and nothing that a failed pull has already
 * returned, so that the order of the two does not matter.
 */
async function dueOfCustomer(unit: Unit, refund: CardTransactionRow, purchase: CardTransactionRow): Promise<bigint> {
  const pulledMinor = purchase.pulled_minor - (await debitedFromCustomer(unit, purchase));
  return lesserMinor(-refund.taken_minor, pulledMinor > 0n ? pulledMinor : 0n);
}

/** The customer's total debit for a purchase and its refunds, whether held or paid out. */
async function debitedFromCustomer(unit: Unit, purchase: CardTransactionRow): Promise<bigint> {
  return purchase.taken_minor + (await takenByRefunds(unit, purchase));
}
