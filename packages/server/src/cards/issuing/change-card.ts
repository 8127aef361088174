import type { Card, EventType } from '@payments-platform/types';
import { setTimer } from '../../engines/due-work/timers.ts';
import { appendEvents } from '../../engines/outbox/append-event.ts';
import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { viewCard } from './card-view.ts';
import { cardTimers, replaceFundingSources, updateCard } from './cards-repository.ts';
import { listCardFundingSources } from './find-card.ts';
import type { CardRow } from './tables.ts';

type ChangingColumn =
  | 'state_reason'
  | 'brand'
  | 'last4'
  | 'exp_month'
  | 'exp_year'
  | 'processor_ref'
  | 'issuer_ref'
  | 'max_spend_per_transaction_minor';

export interface CardChange {
  readonly trigger?: TriggerOf<'card'>;
  readonly fields?: Partial<Pick<CardRow, ChangingColumn>>;
  /** The new list of accounts that pay. It replaces the old list. */
  readonly accountIds?: readonly string[];
}

interface ChangedCard {
  readonly row: CardRow;
  readonly view: Card;
}

/** Changes a locked card, its state by the table. Each event shows the card after the whole change. */
export async function changeCard(context: WorkContext, card: CardRow, change: CardChange): Promise<ChangedCard> {
  const { unit, tenant, now, deps } = context;
  const { trigger, fields, accountIds } = change;
  const types: EventType[] = [];
  if (trigger !== undefined) types.push('CARD.STATE_CHANGE');
  if (accountIds !== undefined) types.push('CARD.FUNDING_SOURCE_CHANGE');
  const row: CardRow = {
    ...card,
    ...fields,
    state: trigger === undefined ? card.state : mustMove('card', card.state, trigger).to,
    sequence: card.sequence + types.length,
    updated_at: now,
  };
  updateCard(unit, row);
  const before = await listCardFundingSources(unit, tenant, card.id);
  const sources = accountIds === undefined ? before : replaceFundingSources(context, card.id, before, accountIds);
  const left = row.state === 'CLOSED' ? [] : sources.map(({ id }) => id);
  const detached = before.map(({ id }) => id).filter((id) => !left.includes(id));
  await deps.lifeCycle.onFundingSourcesDetached(context, detached);
  const view = viewCard(row, sources);
  const events = types.map((type, place) => ({
    type,
    resourceId: card.id,
    sequence: card.sequence + place + 1,
    data: view,
  }));
  appendEvents({ unit, tenant, now, ids: deps.ids }, events);
  return { row, view };
}

/** Polls the issuer about the card, or notifies it of the card's state, once the unit has committed. */
export function notifyIssuer({ unit, tenant, now }: WorkContext, cardId: string): void {
  setTimer(unit, { tenant, kind: cardTimers, id: cardId }, now);
}
