import type { CardId, CardTransactionId, EventType, InternalAccountId, TransactionId } from '@payments-platform/types';
import { fund } from '../recipes/accounts.ts';
import { clear, confirmSource, freeze } from '../recipes/cards.ts';
import type { Maker } from '../recipes/maker.ts';
import { executeQuoteOf } from '../recipes/payments.ts';

/** The ids that a cause accepts, by the prefix before their colon. */
interface Ids {
  readonly Card: CardId;
  readonly CardTransaction: CardTransactionId;
  readonly InternalAccount: InternalAccountId;
  readonly Transaction: TransactionId;
}

/** Causes an event on an existing resource, if its state allows it. */
export interface CauseOnResource {
  /** The prefix of its id. */
  readonly prefix: string;
  /** The state in which the event can happen to it. */
  readonly state: string;
  readonly cause: (maker: Maker, id: string) => Promise<void>;
}

function on<Kind extends keyof Ids>(
  kind: Kind,
  state: string,
  cause: (maker: Maker, id: Ids[Kind]) => Promise<void>,
): CauseOnResource {
  // The prefix of the id was checked before.
  return { prefix: `${kind}:`, state, cause: (maker, id) => cause(maker, id as Ids[Kind]) };
}

/** Clears this part of a purchase, or the rest. */
async function clearPart(maker: Maker, id: CardTransactionId, part?: number): Promise<void> {
  const purchase = await maker.ask('getTransactionById', { path: { transactionId: id } });
  if (purchase.type !== 'CARD') throw new Error(`${id} is not a purchase`);
  const left = purchase.authorizedAmount.amount - (purchase.settledAmount?.amount ?? 0);
  await clear(maker, purchase.cardId, id, part === undefined ? left : Math.min(part, left));
}

/** The events that can be caused on a named resource. All others happen on a resource that the trigger creates. */
export const causesOnResources: Readonly<Partial<Record<EventType, CauseOnResource>>> = {
  'CARD.FUNDING_SOURCE_CHANGE': on('Card', 'a card that is not CLOSED', async (maker, cardId) => {
    const { fundingSources } = await maker.ask('getCardById', { path: { id: cardId } });
    await confirmSource(maker, cardId, fundingSources);
  }),
  'CARD.STATE_CHANGE': on('Card', 'a card that is ACTIVE', freeze),
  'CARD_TRANSACTION.PARTIALLY_SETTLED': on('CardTransaction', 'a purchase that is AUTHORIZED', (maker, id) =>
    clearPart(maker, id, 5_00),
  ),
  'CARD_TRANSACTION.SETTLED': on('CardTransaction', 'a purchase that is AUTHORIZED or PARTIALLY_SETTLED', (maker, id) =>
    clearPart(maker, id),
  ),
  'INTERNAL_ACCOUNT.BALANCE_UPDATED': on('InternalAccount', 'an account that is ACTIVE', (maker, id) =>
    fund(maker, id),
  ),
  'INTERNAL_ACCOUNT.STATUS_UPDATED': on('InternalAccount', 'an account that is ACTIVE', async (maker, accountId) => {
    await maker.ask('sandboxSetInternalAccountStatus', { path: { accountId }, body: { status: 'FROZEN' } });
  }),
  'OUTGOING_PAYMENT.PROCESSING': on('Transaction', 'a payment that is PENDING', executeQuoteOf),
};
