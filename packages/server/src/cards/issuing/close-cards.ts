import type { WorkContext } from '../../operation/deps.ts';
import type { Dependents } from '../../people/customers/life-cycle.ts';
import { lockOpenCards } from './cards-repository.ts';
import { changeCard, notifyIssuer } from './change-card.ts';

/**
 * Closes the cards of a customer who is being deleted. No card prevents the deletion, because its money is on an
 * account.
 */
export async function closeCardsOf(context: WorkContext, customerId: string): Promise<Dependents> {
  for (const card of await lockOpenCards(context.unit, context.tenant, customerId)) {
    await changeCard(context, card, { trigger: 'CLOSE_BY_SERVICE', fields: { state_reason: 'CLOSED_BY_SERVICE' } });
    notifyIssuer(context, card.id);
  }
  return { ids: [], details: {} };
}
