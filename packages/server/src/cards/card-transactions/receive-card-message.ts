import type { WorkContext } from '../../operation/deps.ts';
import { findCard } from '../issuing/find-card.ts';
import type { BeginningMessage, CardMessage, CardMessageOutcome } from './card-message.ts';
import { findSpender, findStep, lockCardTransaction } from './card-transactions-repository.ts';
import { changeAuthorization } from './change-authorization.ts';
import { decideCredit } from './decide-credit.ts';
import { decidePurchase } from './decide-purchase.ts';
import { endAuthorization } from './end-authorization.ts';
import { findCardTransaction } from './find-card-transaction.ts';
import { returnPurchase, reverseReturn } from './return-purchase.ts';
import { settleAuthorization } from './settle-authorization.ts';
import type { CardTransactionRow } from './tables.ts';

type Decision = () => CardMessageOutcome | Promise<CardMessageOutcome>;

/**
 * Decides or records a message of an issuer in the caller's unit, whether it comes from the sandbox's simulations or
 * from the adapter of a real issuer. A repeated message returns the outcome of the first.
 */
export async function receiveCardMessage(context: WorkContext, message: CardMessage): Promise<CardMessageOutcome> {
  // The subject is locked before the step is searched, so that a concurrent copy of the message waits until the first
  // is recorded.
  const decide = await lockSubject(context, message);
  const step = await findStep(context.unit, context.tenant, message.id);
  return step === undefined ? decide() : findRecorded(context, step.card_transaction_id);
}

/** Locks the subject of a message and returns the function that decides it. */
async function lockSubject(context: WorkContext, message: CardMessage): Promise<Decision> {
  const { unit, tenant } = context;
  switch (message.kind) {
    case 'CLEARING':
    case 'AUTHORIZATION_ADVICE':
    case 'AUTHORIZATION_REVERSAL':
    case 'RETURN': {
      if ((await findCard(unit, tenant, message.cardId)) === undefined) return () => 'UNKNOWN_CARD';
      const row = await lockCardTransaction(unit, tenant, message.cardTransactionId);
      if (row?.card_id !== message.cardId) return () => 'UNKNOWN_TRANSACTION';
      if (message.kind === 'RETURN') return () => returnPurchase(context, row, message);
      if (message.kind === 'CLEARING') return () => settleAuthorization(context, row, message);
      if (message.kind === 'AUTHORIZATION_ADVICE') return () => changeAuthorization(context, row, message);
      return () => endAuthorization(context, row, message, 'REVERSE');
    }
    case 'RETURN_REVERSAL': {
      const named = await findCardTransaction(unit, tenant, message.cardTransactionId);
      if (named === undefined) return () => 'UNKNOWN_TRANSACTION';
      if (named.original_transaction_id === null) return () => 'NOT_A_REFUND';
      // The purchase is locked first, as everywhere that locks both.
      const purchase = await lockCardTransaction(unit, tenant, named.original_transaction_id);
      const refund = await lockCardTransaction(unit, tenant, named.id);
      if (purchase === undefined || refund === undefined) throw new Error(`the purchase of ${named.id} does not exist`);
      return () => reverseReturn(context, refund, purchase, message);
    }
    default:
      return lockSpender(context, message);
  }
}

async function lockSpender(context: WorkContext, message: BeginningMessage): Promise<Decision> {
  const spender = await findSpender(context.unit, context.tenant, message.cardId);
  if (spender === undefined) return () => 'UNKNOWN_CARD';
  if (message.currency !== undefined && message.currency !== spender.currency) return () => 'OTHER_CURRENCY';
  switch (message.kind) {
    case 'AUTHORIZATION':
    case 'FINANCIAL_AUTHORIZATION':
    case 'BALANCE_INQUIRY':
      return () => decidePurchase(context, spender, message);
    default:
      return () => decideCredit(context, spender, message);
  }
}

async function findRecorded({ unit, tenant }: WorkContext, id: string): Promise<CardTransactionRow> {
  const row = await findCardTransaction(unit, tenant, id);
  if (row === undefined) throw new Error(`the card transaction ${id} of a step does not exist`);
  return row;
}
