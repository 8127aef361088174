import { statesOf } from '../../engines/states/transition.ts';
import { type Statement, sortedBy, statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import { takeTurn } from '../../ground/database/take-turns.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { mostSorted } from '../../operation/list-rows.ts';
import type { CardFundingSourceRow, CardRow } from './tables.ts';

/** Names the timers that say when the issuer of a card is asked about it, or told of its state. */
export const cardTimers = 'cards';

const update = table('cards').update(
  [
    'state',
    'state_reason',
    'brand',
    'last4',
    'exp_month',
    'exp_year',
    'max_spend_per_transaction_minor',
    'processor_ref',
    'issuer_ref',
    'sequence',
    'updated_at',
  ],
  'id',
);

/** Writes a locked card. */
export function updateCard(unit: Unit, row: CardRow): void {
  unit.write(update, row);
}

/** Named one by one, so that they are looked up in the index of states. */
const openStates = statesOf('card').filter((state) => state !== 'CLOSED');

interface Holder {
  readonly tenant: number;
  readonly cardholderId: string;
}

const lockOpen = statement<Holder, CardRow>('lockOpenCardsOfCustomer', (db, { tenant, cardholderId }, engine) => {
  const query = db
    .selectFrom('cards')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('cardholder_id', '=', cardholderId)
    .where('state', 'in', openStates)
    .orderBy(sortedBy(engine, 'id'));
  return engine === 'postgres' ? query.forUpdate() : query;
});

/** The cards of a customer that are not closed, for update. */
export function lockOpenCards(unit: Unit, tenant: number, cardholderId: string): Promise<CardRow[]> {
  return unit.all(lockOpen, { tenant, cardholderId });
}

interface Counted {
  readonly tenant: number;
  /** Of one cardholder, or of all of them. */
  readonly cardholderId: string | null;
  readonly upTo: number;
}

function countOpen(name: string, isOfCardholder: boolean): Statement<Counted, { readonly count: number | bigint }> {
  return statement(name, (db, { tenant, cardholderId, upTo }) => {
    const all = db.selectFrom('cards').select('id').where('tenant', '=', tenant).where('state', 'in', openStates);
    const counted = isOfCardholder ? all.where('cardholder_id', '=', cardholderId) : all;
    return db
      .selectFrom(counted.limit(upTo).as('counted'))
      .select(({ fn }) => fn.countAll<number | bigint>().as('count'));
  });
}

const countOfPlatform = countOpen('countOpenCards', false);
const countOfCardholder = countOpen('countOpenCardsOfCustomer', true);

/** Whether there are so many cards that are not closed. Cards of one platform are counted one unit after the other. */
export async function hasOpenCards(unit: Unit, { tenant, cardholderId, upTo }: Counted): Promise<boolean> {
  if (upTo === Number.POSITIVE_INFINITY) return false;
  await takeTurn(unit, `cards ${tenant}`);
  const counted = await unit.first(cardholderId === null ? countOfPlatform : countOfCardholder, {
    tenant,
    cardholderId,
    upTo,
  });
  return Number(counted?.count ?? 0) >= upTo;
}

const removeSources = table('card_funding_sources').delete('card_id');

/** Writes a new list. An account that was on the old one keeps its bond with the card. */
export function replaceFundingSources(
  { unit, tenant, now, deps }: WorkContext,
  cardId: string,
  before: readonly CardFundingSourceRow[],
  accountIds: readonly string[],
): CardFundingSourceRow[] {
  const rows = accountIds.map((accountId, position): CardFundingSourceRow => {
    const kept = before.find(({ account_id: id }) => id === accountId);
    if (kept !== undefined) return { ...kept, position };
    const id = deps.ids.next('CardFundingSource');
    return { tenant, id, card_id: cardId, position, account_id: accountId, created_at: now };
  });
  if (before.length > 0) unit.write(removeSources, { tenant, card_id: cardId });
  unit.insert('card_funding_sources', rows);
  return rows;
}

const findPasswordRow = table('card_passwords').find('card_id');

/** The sealed password that the issuer has not got yet. */
export async function findSealedPassword(unit: Unit, tenant: number, cardId: string): Promise<string | undefined> {
  return (await unit.first(findPasswordRow, { tenant, card_id: cardId }))?.sealed_password;
}

const removePassword = table('card_passwords').delete('card_id');

export function deletePassword(unit: Unit, tenant: number, cardId: string): void {
  unit.write(removePassword, { tenant, card_id: cardId });
}

interface ListedSources {
  readonly tenant: number;
  readonly cardIds: readonly string[];
}

/** The funding sources of several cards, in their order. */
export function listFundingSourcesOf(unit: Unit, { tenant, cardIds }: ListedSources): Promise<CardFundingSourceRow[]> {
  if (cardIds.length === 0) return Promise.resolve([]);
  return unit.select((db) =>
    db
      .selectFrom('card_funding_sources')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('card_id', 'in', cardIds)
      .orderBy('card_id')
      .orderBy('position'),
  );
}

/** Whether the cards that an account pays for are better looked up than found in the list of all. */
export async function paysForFew(unit: Unit, tenant: number, accountId: string): Promise<boolean> {
  return (await unit.all(cardIdsOfAccount, { tenant, accountId })).length <= mostSorted;
}

const cardIdsOfAccount = statement<
  { readonly tenant: number; readonly accountId: string },
  { readonly card_id: string }
>('listCardIdsOfAccount', (db, { tenant, accountId }) =>
  db
    .selectFrom('card_funding_sources')
    .select('card_id')
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .limit(mostSorted + 1),
);
