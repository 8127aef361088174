import type { TriggerOf } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { holdEntry, releaseEntry } from './card-entries.ts';
import type { CardMessageOutcome, FollowingMessage } from './card-message.ts';
import { canTotal } from './funding-units.ts';
import { isOpen, moveCardTransaction, type PullAsked } from './move-card-transaction.ts';
import { mustPost, tryPull } from './post-card-entry.ts';
import type { CardTransactionRow } from './tables.ts';

interface Adjusted {
  readonly held_minor: bigint;
  readonly taken_minor: bigint;
}

/** The merchant changes the amount of an authorization to a new total. The change cannot be declined. */
export async function changeAuthorization(
  context: WorkContext,
  row: CardTransactionRow,
  { id, kind, amountMinor }: FollowingMessage,
): Promise<CardMessageOutcome> {
  if (!isOpen(row)) return 'NOT_OPEN';
  if (amountMinor < row.settled_minor) return 'BELOW_SETTLED';
  if (!canTotal(row, amountMinor)) return 'TOO_LARGE';
  const isAllSettled = row.status === 'PARTIALLY_SETTLED' && amountMinor === row.settled_minor;
  const triggers: TriggerOf<'card-transaction'>[] = [isAllSettled ? 'ADJUST_TO_SETTLED' : 'ADJUST'];
  const { held_minor, taken_minor, pull } = await adjustHold(context, row, id, amountMinor);
  return moveCardTransaction(context, row, {
    ...{ id, kind, amountMinor, triggers, pull },
    set: { authorized_minor: amountMinor, held_minor, taken_minor },
  });
}

/** An increase is pulled from the same account if it covers that; a decrease releases what is not needed. */
async function adjustHold(
  context: WorkContext,
  row: CardTransactionRow,
  stepId: string,
  totalMinor: bigint,
): Promise<Adjusted & { readonly pull?: PullAsked }> {
  const { held_minor, taken_minor } = row;
  const moreMinor = totalMinor - row.authorized_minor;
  if (row.direction === 'CREDIT') return { held_minor, taken_minor };
  if (moreMinor > 0n) {
    const wasTaken = await tryPull(context, row, holdEntry(stepId, row, moreMinor));
    const takenMinor = wasTaken ? moreMinor : 0n;
    return {
      held_minor: held_minor + takenMinor,
      taken_minor: taken_minor + takenMinor,
      pull: { amountMinor: moreMinor, wasTaken },
    };
  }
  const neededMinor = totalMinor - row.settled_minor;
  const releasedMinor = held_minor > neededMinor ? held_minor - neededMinor : 0n;
  if (releasedMinor > 0n) await mustPost(context, releaseEntry(stepId, row, releasedMinor));
  return { held_minor: held_minor - releasedMinor, taken_minor: taken_minor - releasedMinor };
}
