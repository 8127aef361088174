import type { TriggerOf } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { releaseEntry } from './card-entries.ts';
import type { CardMessageOutcome } from './card-message.ts';
import { type CardStep, isOpen, moveCardTransaction } from './move-card-transaction.ts';
import { mustPost } from './post-card-entry.ts';
import type { CardTransactionRow } from './tables.ts';

/** Ends an authorization that the merchant has reversed or not settled in time. Releases its hold. */
export async function endAuthorization(
  context: WorkContext,
  row: CardTransactionRow,
  { id, kind }: Pick<CardStep, 'id' | 'kind'>,
  trigger: Extract<TriggerOf<'card-transaction'>, 'EXPIRE' | 'REVERSE'>,
): Promise<CardMessageOutcome> {
  if (!isOpen(row)) return 'NOT_OPEN';
  const releasedMinor = row.held_minor;
  if (releasedMinor > 0n) await mustPost(context, releaseEntry(id, row, releasedMinor));
  return moveCardTransaction(context, row, {
    ...{ id, kind, amountMinor: 0n, triggers: [trigger] },
    set: { held_minor: 0n, taken_minor: row.taken_minor - releasedMinor },
  });
}
