import type { Handler } from '../../operation/operation.ts';
import { requireAdapter } from '../../operation/ports/missing-adapter.ts';
import { viewCard } from './card-view.ts';
import { cardNotFound, findCard, listCardFundingSources } from './find-card.ts';

export const getCardById: Handler<'getCardById'> = async ({ input: { path }, unit, tenant, deps }) => {
  requireAdapter(deps.issuer);
  const card = await findCard(unit, tenant, path.id);
  if (card === undefined) return cardNotFound(path.id);
  return { status: 200, body: viewCard(card, await listCardFundingSources(unit, tenant, card.id)) };
};
