import type { CardId, CardTransactionId, EventType, InternalAccountId, TransactionId } from '@payments-platform/types';
import { fund } from '../recipes/accounts.ts';
import { clear, confirmSource, freeze } from '../recipes/cards.ts';
import type { Maker } from '../recipes/maker.ts';
import { executeQuoteOf } from '../recipes/payments.ts';

/** The ids that a cause can be given, by what stands before their colon. */
interface Ids {
  readonly Card: CardId;
  readonly CardTransaction: CardTransactionId;
  readonly InternalAccount: InternalAccountId;
  readonly Transaction: TransactionId;
}

/** Makes an event happen on a resource that is there, as far as its state lets it. */
export interface CauseOnResource {
  /** What its id begins with. */
  readonly prefix: string;
  /** In which state the event can happen to it. */
  readonly state: string;
  readonly cause: (maker: Maker, id: string) => Promise<void>;
}

function on<Kind extends keyof Ids>(
  kind: Kind,
  state: string,
  cause: (maker: Maker, id: Ids[Kind]) => Promise<void>,
): CauseOnResource {
  // The id was held against the prefix before.
  return { prefix: `${kind}:`, state, cause: (maker, id) => cause(maker, id as Ids[Kind]) };
}

/** Clears so much of a purchase, or what is left of it. */
async function clearPart(maker: Maker, id: CardTransactionId, part?: number): Promise<void> {
  const purchase = await maker.ask('getTransactionById', { path: { transactionId: id } });
  if (purchase.type !== 'CARD') throw new Error(`${id} is no purchase`);
  const left = purchase.authorizedAmount.amount - (purchase.settledAmount?.amount ?? 0);
  await clear(maker, purchase.cardId, id, part === undefined ? left : Math.min(part, left));
}

/** The events that can be made to happen on a resource that is named; all others are about what the trigger makes. */
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
