import type { TriggerOf } from '../../engines/states/transition.ts';
import { lesserMinor } from '../../ground/money/money.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { clearEntry } from './card-entries.ts';
import type { CardMessageOutcome, FollowingMessage } from './card-message.ts';
import { endAuthorization } from './end-authorization.ts';
import { canTotal } from './funding-units.ts';
import { isOpen, moveCardTransaction } from './move-card-transaction.ts';
import { mustPost, postCredit, tryPost, tryPull } from './post-card-entry.ts';
import type { CardTransactionRow } from './tables.ts';

/**
 * The merchant settles part or all of an authorization, or more. The merchant is always paid: first from the hold,
 * then, beyond the authorization, by a pull from the same account; the service bears what is missing.
 */
export async function settleAuthorization(
  context: WorkContext,
  row: CardTransactionRow,
  message: FollowingMessage,
): Promise<CardMessageOutcome> {
  const { amountMinor } = message;
  if (!isOpen(row)) return 'NOT_OPEN';
  if (!canTotal(row, row.settled_minor + amountMinor)) return 'TOO_LARGE';
  if (amountMinor === 0n) return endAuthorization(context, row, { id: message.id, kind: 'CLEARING' }, 'EXPIRE');
  return row.direction === 'CREDIT' ? pay(context, row, message) : charge(context, row, message);
}

/** The part of a settlement that is authorized, and whether the authorization is now fully settled. */
function partsOf(
  row: CardTransactionRow,
  amountMinor: bigint,
): { readonly dueMinor: bigint; readonly isLast: boolean } {
  const unsettledMinor = row.authorized_minor - row.settled_minor;
  const isLast = amountMinor >= unsettledMinor;
  return { dueMinor: isLast ? unsettledMinor : amountMinor, isLast };
}

async function charge(
  context: WorkContext,
  row: CardTransactionRow,
  { id, kind, amountMinor }: FollowingMessage,
): Promise<CardTransactionRow> {
  const { dueMinor, isLast } = partsOf(row, amountMinor);
  const fromHeldMinor = lesserMinor(row.held_minor, dueMinor);
  // An earlier failed pull has left a hold smaller than the amount due.
  const missingMinor = dueMinor - fromHeldMinor;
  const beyondMinor = amountMinor - dueMinor;
  const isPulled = await postSettlement(context, row, id, { fromHeldMinor, missingMinor, beyondMinor });
  const lostMinor = missingMinor + (isPulled ? 0n : beyondMinor);
  const triggers: TriggerOf<'card-transaction'>[] = [isLast ? 'CLEAR' : 'CLEAR_PART'];
  if (lostMinor > 0n) triggers.push('FAIL_PULL');
  return moveCardTransaction(context, row, {
    ...{ id, kind, amountMinor, triggers },
    set: {
      settled_minor: row.settled_minor + amountMinor,
      settlement_count: row.settlement_count + 1,
      held_minor: row.held_minor - fromHeldMinor,
      taken_minor: row.taken_minor + (isPulled ? beyondMinor : 0n),
    },
    pull: beyondMinor === 0n ? undefined : { amountMinor: beyondMinor, wasTaken: isPulled },
  });
}

interface Settlement {
  readonly fromHeldMinor: bigint;
  readonly missingMinor: bigint;
  readonly beyondMinor: bigint;
}

/** Pays the merchant. Returns whether the account covers the amount beyond the authorization. */
async function postSettlement(
  context: WorkContext,
  row: CardTransactionRow,
  stepId: string,
  { fromHeldMinor, missingMinor, beyondMinor }: Settlement,
): Promise<boolean> {
  const parts = { fromHeldMinor, releasedMinor: 0n };
  const covered = clearEntry(stepId, row, { ...parts, fromBalanceMinor: beyondMinor, lostMinor: missingMinor });
  const isCovered = beyondMinor > 0n ? tryPull(context, row, covered) : tryPost(context, covered);
  if (await isCovered) return true;
  const lostMinor = missingMinor + beyondMinor;
  await mustPost(context, clearEntry(stepId, row, { ...parts, fromBalanceMinor: 0n, lostMinor }));
  return false;
}

/** Pays out an authorized refund. */
async function pay(
  context: WorkContext,
  row: CardTransactionRow,
  { id, kind, amountMinor }: FollowingMessage,
): Promise<CardTransactionRow> {
  const isCredited = await postCredit(context, row, id, { creditedMinor: amountMinor, keptMinor: 0n });
  const triggers: TriggerOf<'card-transaction'>[] = [partsOf(row, amountMinor).isLast ? 'CLEAR' : 'CLEAR_PART'];
  if (!isCredited) triggers.push('FAIL_CREDIT');
  return moveCardTransaction(context, row, {
    ...{ id, kind, amountMinor, triggers },
    set: {
      settled_minor: row.settled_minor + amountMinor,
      settlement_count: row.settlement_count + 1,
      taken_minor: row.taken_minor - amountMinor,
    },
  });
}
