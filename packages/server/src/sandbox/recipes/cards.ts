import type { CardId, CardTransactionId, InternalAccountId } from '@payments-platform/types';
import { type Holder, payer } from './accounts.ts';
import type { Maker } from './maker.ts';

/** A person with 500 US dollars and a card that spends them. */
export interface Cardholder extends Holder {
  readonly cardId: CardId;
}

/** Orders a card. The issuer's answer depends on the ending. */
export async function issueCard(maker: Maker, { customerId, accountId }: Holder, ending = '100'): Promise<CardId> {
  const body = {
    cardholderId: customerId,
    form: 'VIRTUAL',
    fundingSources: [accountId],
    platformCardId: `card-${maker.digits(12)}-${ending}`,
  } as const;
  const { id } = await maker.ask('createCard', { body });
  await maker.settle();
  return id;
}

export async function cardholder(maker: Maker): Promise<Cardholder> {
  const held = await payer(maker);
  return { ...held, cardId: await issueCard(maker, held) };
}

export async function freeze(maker: Maker, id: CardId): Promise<void> {
  await maker.ask('updateCardById', { path: { id }, body: { state: 'FROZEN' } });
}

/** Sets the same funding sources again, which emits an event like any other change. */
export async function confirmSource(
  maker: Maker,
  id: CardId,
  fundingSources: readonly InternalAccountId[],
): Promise<void> {
  await maker.ask('updateCardById', { path: { id }, body: { fundingSources } });
}

/** A purchase of 12.50 US dollars, authorized or declined by the ending of the merchant. */
export async function authorize(maker: Maker, cardId: CardId, ending = ''): Promise<CardTransactionId> {
  const descriptor = ending === '' ? 'CORNER BOOKSHOP' : `CORNER BOOKSHOP ${ending}`;
  const { issuerTransactionToken: token } = await maker.ask('sandboxSimulateCardAuthorization', {
    path: { id: cardId },
    body: { amount: 12_50, currency: { code: 'USD' }, merchant: { descriptor, mcc: '5942', country: 'US' } },
  });
  await maker.settle();
  const { data } = await maker.ask('listTransactions', { query: { cardId, limit: 100 } });
  const found = data.find((row) => row.type === 'CARD' && row.issuerTransactionToken === token);
  if (found?.type !== 'CARD') throw new Error(`no transaction of ${cardId} has the token of its simulation`);
  return found.id;
}

/** Pays the merchant. */
export async function clear(maker: Maker, cardId: CardId, id: CardTransactionId, amount = 12_50): Promise<void> {
  await maker.ask('sandboxSimulateCardClearing', { path: { id: cardId }, body: { cardTransactionId: id, amount } });
  await maker.settle();
}
