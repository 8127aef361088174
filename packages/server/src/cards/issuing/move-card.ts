import { appendEvents } from '../../engines/outbox/append-event.ts';
import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { viewCard } from './card-view.ts';
import { updateCard } from './cards-repository.ts';
import { listCardFundingSources } from './find-card.ts';
import type { CardRow } from './tables.ts';

/** What a move changes beside the state. */
type MovedFields = Pick<CardRow, 'state_reason'> & Partial<Pick<CardRow, 'brand' | 'last4' | 'exp_month' | 'exp_year'>>;

/** Moves a locked card by its state table and emits the event of the move. */
export async function moveCard(
  { unit, tenant, now, deps }: WorkContext,
  card: CardRow,
  trigger: TriggerOf<'card'>,
  fields: MovedFields,
): Promise<CardRow> {
  const { to } = mustMove('card', card.state, trigger);
  const sequence = card.sequence + 1;
  const moved = { ...card, ...fields, state: to, sequence, updated_at: now };
  updateCard(unit, moved);
  const data = viewCard(moved, await listCardFundingSources(unit, tenant, card.id));
  appendEvents({ unit, tenant, now, ids: deps.ids }, [
    { type: 'CARD.STATE_CHANGE', resourceId: card.id, sequence, data },
  ]);
  return moved;
}
