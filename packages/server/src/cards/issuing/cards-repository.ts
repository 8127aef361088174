import { statesOf } from '../../engines/states/transition.ts';
import { takeAdvisoryLock } from '../../ground/database/advisory-lock.ts';
import { type Statement, sortedBy, statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { mostSorted } from '../../operation/list-rows.ts';
import type { CardFundingSourceRow, CardRow } from './tables.ts';

/** The kind of the timers that say when to poll the issuer about a card or notify it of the card's state. */
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

/** Saves a locked card. */
export function updateCard(unit: Unit, row: CardRow): void {
  unit.write(update, row);
}

/** Listed one by one, so that the index of states is used. */
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

/** Locks the open cards of a customer. */
export function lockOpenCards(unit: Unit, tenant: number, cardholderId: string): Promise<CardRow[]> {
  return unit.all(lockOpen, { tenant, cardholderId });
}

interface Counted {
  readonly tenant: number;
  /** Counts the cards of this cardholder; `null` counts all cards of the platform. */
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

/** Whether at least `upTo` cards are open. Units that count cards of one platform run one after another. */
export async function hasOpenCards(unit: Unit, { tenant, cardholderId, upTo }: Counted): Promise<boolean> {
  if (upTo === Number.POSITIVE_INFINITY) return false;
  await takeAdvisoryLock(unit, `cards ${tenant}`);
  const counted = await unit.first(cardholderId === null ? countOfPlatform : countOfCardholder, {
    tenant,
    cardholderId,
    upTo,
  });
  return Number(counted?.count ?? 0) >= upTo;
}

const removeSources = table('card_funding_sources').delete('card_id');

/** Replaces the list of funding sources. An account that was on the old list keeps its row and its id. */
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

/** The sealed password that the issuer does not have yet. */
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

/** The funding sources of several cards, in order. */
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

/** Whether an account pays for so few cards that looking them up is faster than filtering the list of all. */
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
