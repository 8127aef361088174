import type { CardCreateRequest } from '@payments-platform/types';
import { mustMove } from '../../engines/states/transition.ts';
import { UniqueViolation } from '../../ground/database/database.ts';
import { table } from '../../ground/database/table.ts';
import { uuidOf } from '../../ground/ids/ids.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Handler, isRefusal, type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { requireAdapter } from '../../operation/ports/missing-adapter.ts';
import { lockActiveCustomer } from '../../people/customer-records/lock-customer.ts';
import { viewCard } from './card-view.ts';
import { hasOpenCards, replaceFundingSources } from './cards-repository.ts';
import { notifyIssuer } from './change-card.ts';
import { currencyOfCard, findSources } from './funding-sources.ts';
import type { CardRow } from './tables.ts';

/** Orders a card. The refusals come in the order in which the specification lists the checks. */
export const createCard: Handler<'createCard'> = async ({ input: { body }, ...context }) => {
  const { unit, tenant, deps } = context;
  requireAdapter(deps.issuer);
  // The lock prevents the deletion of the cardholder and concurrent orders until this unit ends.
  const cardholder = await lockActiveCustomer(unit, tenant, body.cardholderId);
  if (isRefusal(cardholder)) return cardholder;
  const sources = await findSources(context, body.fundingSources);
  if (isRefusal(sources)) return sources;
  if (cardholder.verification_status !== 'APPROVED') return notApproved(cardholder.id);
  const currency = currencyOfCard(deps, sources, { cardholderId: cardholder.id });
  if (typeof currency !== 'string') return currency;
  const password = body.threeDSecurePassword;
  if (password !== undefined && !deps.issuer.takesPassword(currency)) return noPassword(currency);
  if (await isTaken(context, body.platformCardId)) return idTaken;
  if (await isLimitReached(context, cardholder.id)) return limitReached;

  const row = newCard(context, body, currency);
  if (!(await insertUnlessTaken(context, row))) return idTaken;
  const rows = replaceFundingSources(context, row.id, [], body.fundingSources);
  if (password !== undefined)
    unit.insert('card_passwords', [{ tenant, card_id: row.id, sealed_password: deps.sealer.seal(password) }]);
  notifyIssuer(context, row.id);
  return { status: 201, body: viewCard(row, rows) };
};

function newCard({ tenant, now, deps }: WorkContext, body: CardCreateRequest, currency: CurrencyCode): CardRow {
  const id = deps.ids.next('Card');
  const limit = body.maxSpendPerTransaction;
  return {
    tenant,
    id,
    cardholder_id: body.cardholderId,
    platform_card_id: body.platformCardId ?? uuidOf(id),
    state: mustMove('card', null, deps.issuer.checksCardholders ? 'CREATE_UNVERIFIED' : 'CREATE').to,
    state_reason: null,
    form: body.form,
    currency,
    brand: null,
    last4: null,
    exp_month: null,
    exp_year: null,
    max_spend_per_transaction_minor: limit === undefined ? null : BigInt(limit),
    processor_ref: null,
    issuer_ref: null,
    sequence: 0,
    created_at: now,
    updated_at: now,
  };
}

const findByPlatformId = table('cards').find('platform_card_id');

/** A platformCardId can be used again once its card is closed. */
async function isTaken({ unit, tenant }: WorkContext, platformCardId: string | undefined): Promise<boolean> {
  if (platformCardId === undefined) return false;
  const named = await unit.all(findByPlatformId, { tenant, platform_card_id: platformCardId });
  return named.some(({ state }) => state !== 'CLOSED');
}

/** Two concurrent units may both find an id free. The unique index accepts one of them. */
async function insertUnlessTaken({ unit }: WorkContext, row: CardRow): Promise<boolean> {
  try {
    await unit.insertNow('cards', row);
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation && error.rule.includes('platform_card_id')) return false;
    throw error;
  }
}

async function isLimitReached({ unit, tenant, deps }: WorkContext, cardholderId: string): Promise<boolean> {
  const { perPlatform, perCardholder } = deps.issuer.limits;
  return (
    (await hasOpenCards(unit, { tenant, cardholderId, upTo: perCardholder })) ||
    (await hasOpenCards(unit, { tenant, cardholderId: null, upTo: perPlatform }))
  );
}

const idTaken: Refusal<'CONFLICT'> = refuse(
  'CONFLICT',
  'Another open card of the platform has this platformCardId. Find that card with GET /cards and this filter, or send a different id.',
);

const limitReached: Refusal<'CARD_LIMIT_REACHED'> = refuse(
  'CARD_LIMIT_REACHED',
  'The limit of open cards is reached. Close one with PATCH /cards/{id}, or ask the operator to raise the limit.',
);

function notApproved(cardholderId: string): Refusal<'CARDHOLDER_KYC_NOT_APPROVED'> {
  return refuse(
    'CARDHOLDER_KYC_NOT_APPROVED',
    `Customer ${cardholderId} is not verified. Submit them with POST /verifications, wait until they are APPROVED, then order the card.`,
  );
}

function noPassword(currency: CurrencyCode): Refusal<'INVALID_INPUT'> {
  const message = `Cards in ${currency} do not accept a password. Omit this field.`;
  return refuseFields([{ field: 'threeDSecurePassword', message }]);
}
