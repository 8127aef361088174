import { type SqlBool, sql } from 'kysely';
import type { Unit } from '../../ground/database/unit.ts';
import { listFewRows, listRows } from '../../operation/list-rows.ts';
import { type Handler, type Input, isRefusal } from '../../operation/operation.ts';
import { listBody, ofKind, type Page, readPage } from '../../operation/pagination.ts';
import { requireAdapter } from '../../operation/ports/missing-adapter.ts';
import { viewCard } from './card-view.ts';
import { listFundingSourcesOf, paysForFew } from './cards-repository.ts';
import type { CardRow } from './tables.ts';

export const listCards: Handler<'listCards'> = async ({ input: { query }, unit, tenant, deps }) => {
  requireAdapter(deps.issuer);
  const page = readPage(query, ofKind('Card'));
  if (isRefusal(page)) return page;
  const rows = await listCardRows(unit, tenant, query, page);
  const sources = await listFundingSourcesOf(unit, { tenant, cardIds: rows.map(({ id }) => id) });
  const ofCard = Map.groupBy(sources, ({ card_id: id }) => id);
  return { status: 200, body: listBody(rows, page.limit, (row) => viewCard(row, ofCard.get(row.id) ?? [])) };
};

type CardFilters = Input<'listCards'>['query'];

export async function listCardRows(unit: Unit, tenant: number, query: CardFilters, page: Page): Promise<CardRow[]> {
  const { cardholderId, accountId, platformCardId, state } = query;
  const filter = { tenant, cardholder_id: cardholderId, platform_card_id: platformCardId, state };
  if (accountId === undefined) return listRows(unit, 'cards', page, filter);
  const isPaid = sql<SqlBool>`id in (select card_id from card_funding_sources where tenant = ${tenant} and account_id = ${accountId})`;
  // An account usually pays for few cards.
  return (await paysForFew(unit, tenant, accountId))
    ? listFewRows(unit, 'cards', page, filter, { few: [isPaid], others: [] })
    : listRows(unit, 'cards', page, filter, [isPaid]);
}
