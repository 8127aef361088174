import type { Dependents, WorkContext } from '../../operation/deps.ts';
import { lockOpenCards } from './cards-repository.ts';
import { moveCard } from './move-card.ts';

/** Closes the cards of a customer who is deleted. Nothing is in the way: what money is held stands on an account. */
export async function closeCardsOf(context: WorkContext, customerId: string): Promise<Dependents> {
  for (const card of await lockOpenCards(context.unit, context.tenant, customerId)) {
    await moveCard(context, card, 'CLOSE_BY_SERVICE', { state_reason: 'CLOSED_BY_SERVICE' });
  }
  return { ids: [], details: {} };
}
