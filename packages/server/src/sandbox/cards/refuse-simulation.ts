import type { CardMessageProblem } from '../../cards/card-transactions/card-message.ts';
import { cardNotFound } from '../../cards/issuing/find-card.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { unknownTransaction } from '../../payments/transactions/find-transaction.ts';

/** The field and the message of each problem. */
const fields = {
  NOT_OPEN: ['cardTransactionId', 'The transaction is neither AUTHORIZED nor PARTIALLY_SETTLED. Name one that is.'],
  BELOW_SETTLED: ['amount', 'The new total is below what has been settled. Send settledAmount or more.'],
  NOT_SETTLED: ['cardTransactionId', 'The transaction has nothing to return. Name a purchase that has been settled.'],
  ABOVE_SETTLED: ['amount', 'At most the settled amount that has not been returned can be returned. Send less.'],
  NOT_A_REFUND: [
    'id',
    'The transaction is not a refund of a purchase, or was already reversed. Name one whose settledAmount is above zero.',
  ],
  TOO_LARGE: ['amount', 'No account can hold that much. Send less.'],
  OTHER_CURRENCY: ['currency.code', 'The card has another currency. Send the currency of the card.'],
} as const satisfies Partial<Record<CardMessageProblem, readonly [field: string, message: string]>>;

type RefusalOfSimulation = Refusal<'NOT_FOUND' | 'TRANSACTION_NOT_FOUND' | 'INVALID_INPUT'>;

/** The refusal of a simulation. */
export function refuseSimulation(
  problem: CardMessageProblem,
  { cardId = '', cardTransactionId }: { readonly cardId?: string; readonly cardTransactionId: string },
): RefusalOfSimulation {
  if (problem === 'UNKNOWN_CARD') return cardNotFound(cardId);
  if (problem === 'UNKNOWN_TRANSACTION') return unknownTransaction(cardTransactionId);
  const [field, message] = fields[problem];
  return refuseFields([{ field, message }]);
}

/** A new transaction names no other one, so the card is missing or has another currency. */
export function refuseBeginning(
  problem: CardMessageProblem,
  cardId: string,
): Refusal<'NOT_FOUND' | 'INVALID_CURRENCY'> {
  if (problem === 'UNKNOWN_CARD') return cardNotFound(cardId);
  if (problem !== 'OTHER_CURRENCY') throw new Error(`a transaction that begins cannot be ${problem}`);
  return refuse('INVALID_CURRENCY', `${fields.OTHER_CURRENCY[1]} The card shows its currency.`, {
    errors: [{ field: fields.OTHER_CURRENCY[0], message: fields.OTHER_CURRENCY[1] }],
  });
}
