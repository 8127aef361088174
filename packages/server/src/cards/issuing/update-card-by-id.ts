import type { CardUpdateRequest } from '@payments-platform/types';
import { moveFrom, type TriggerOf } from '../../engines/states/transition.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import { type Handler, isRefusal, type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { requireAdapter } from '../../operation/ports/missing-adapter.ts';
import { type CardChange, changeCard, notifyIssuer } from './change-card.ts';
import { cardNotFound, lockCard } from './find-card.ts';
import { currencyOfCard, findSources } from './funding-sources.ts';
import type { CardRow } from './tables.ts';

type RequestedState = NonNullable<CardUpdateRequest['state']>;

const triggers: Readonly<Record<RequestedState, TriggerOf<'card'>>> = {
  ACTIVE: 'UNFREEZE',
  FROZEN: 'FREEZE',
  CLOSED: 'CLOSE',
};

/** Applies the whole change or nothing. The refusals come in the order in which the specification lists the checks. */
export const updateCardById: Handler<'updateCardById'> = async ({ input: { path, body }, ...context }) => {
  const { unit, tenant, deps } = context;
  const errors = fieldsBesideClosing(body);
  if (errors.length > 0) return refuseFields(errors);
  requireAdapter(deps.issuer);
  const card = await lockCard(unit, tenant, path.id);
  if (card === undefined) return cardNotFound(path.id);
  const refusal = refuseMove(card, body.state) ?? refuseChange(card, body);
  if (refusal !== undefined) return refusal;
  if (body.fundingSources !== undefined) {
    const sources = await findSources(context, body.fundingSources);
    if (isRefusal(sources)) return sources;
    const { cardholder_id: cardholderId, currency } = card;
    const paid = currencyOfCard(deps, sources, { cardholderId, currency });
    if (typeof paid !== 'string') return paid;
  }
  const { view } = await changeCard(context, card, changeOf(body));
  if (body.state !== undefined) notifyIssuer(context, card.id);
  return { status: 200, body: view };
};

function fieldsBesideClosing(body: CardUpdateRequest): FieldError[] {
  if (body.state !== 'CLOSED') return [];
  return (['fundingSources', 'maxSpendPerTransaction'] as const)
    .filter((field) => body[field] !== undefined)
    .map((field) => ({ field, message: 'A closed card does not use this field. Omit it when state is CLOSED.' }));
}

function refuseMove(
  { id, state }: CardRow,
  requested: RequestedState | undefined,
): Refusal<'CARD_ALREADY_CLOSED' | 'INVALID_STATE_TRANSITION'> | undefined {
  if (requested === undefined) return undefined;
  if (state === 'CLOSED' && requested === 'CLOSED')
    return refuse('CARD_ALREADY_CLOSED', `${id} is already closed. No further request is necessary.`);
  if (moveFrom('card', state, triggers[requested]) !== undefined) return undefined;
  return refuse('INVALID_STATE_TRANSITION', `${id} is ${state} and cannot become ${requested}. ${nextStep[state]}`);
}

const nextStep: Readonly<Record<CardRow['state'], string>> = {
  PENDING_KYC: 'Wait for CARD.STATE_CHANGE until the issuer has created it.',
  PROCESSING: 'Wait for CARD.STATE_CHANGE until the issuer has created it.',
  ACTIVE: 'Send FROZEN or CLOSED.',
  FROZEN: 'Send ACTIVE or CLOSED.',
  CLOSED: 'Order a new card.',
};

/** The funding sources can be replaced once the card is created, the limit at any time before the card is closed. */
function refuseChange({ id, state }: CardRow, body: CardUpdateRequest): Refusal<'CARD_NOT_MUTABLE'> | undefined {
  const isMade = state === 'ACTIVE' || state === 'FROZEN';
  if (isMade || (state !== 'CLOSED' && body.fundingSources === undefined)) return undefined;
  return refuse('CARD_NOT_MUTABLE', `${id} is ${state} and cannot be changed this way. ${nextStep[state]}`);
}

function changeOf({ state, fundingSources, maxSpendPerTransaction: limit }: CardUpdateRequest): CardChange {
  return {
    ...(state === undefined ? {} : { trigger: triggers[state] }),
    fields: {
      ...(state === 'CLOSED' ? { state_reason: 'CLOSED_BY_PLATFORM' } : {}),
      ...(limit === undefined ? {} : { max_spend_per_transaction_minor: limit === null ? null : BigInt(limit) }),
    },
    ...(fundingSources === undefined ? {} : { accountIds: fundingSources }),
  };
}
