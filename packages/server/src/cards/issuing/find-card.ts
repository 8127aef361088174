import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { CardFundingSourceRow, CardRow } from './tables.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

const cards = table('cards');
const find = cards.find('id');

export function findCard(unit: Unit, tenant: number, id: string): Promise<CardRow | undefined> {
  return unit.first(find, { tenant, id });
}

const lock = cards.lock('id');

/** Finds the card for update: no other unit changes it until this one ends. */
export function lockCard(unit: Unit, tenant: number, id: string): Promise<CardRow | undefined> {
  return unit.first(lock, { tenant, id });
}

const listSources = statement<Key, CardFundingSourceRow>('listCardFundingSources', (db, { tenant, id }) =>
  db
    .selectFrom('card_funding_sources')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('card_id', '=', id)
    .orderBy('position'),
);

/** The funding sources of a card, in order. A closed card keeps its last list, but pays for nothing new. */
export function listCardFundingSources(unit: Unit, tenant: number, cardId: string): Promise<CardFundingSourceRow[]> {
  return unit.all(listSources, { tenant, id: cardId });
}

/** The refusal is the same for a card of another platform and one that never existed. */
export function cardNotFound(id: string): Refusal<'NOT_FOUND'> {
  return refuse('NOT_FOUND', `There is no card ${id}. Check the id and the environment of your token.`);
}
