import type { CardDeclineReason } from '@payments-platform/types';
import { postEntryWithEvents } from '../../accounts/internal/post-entry-with-events.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { creditEntry } from './card-entries.ts';
import type { BeginningMessage } from './card-message.ts';
import type { Spender } from './card-transactions-repository.ts';
import { isWritable } from './funding-units.ts';
import { type CardStep, openCardTransaction } from './move-card-transaction.ts';
import { newCardTransaction } from './new-card-transaction.ts';
import type { CardTransactionRow } from './tables.ts';

/**
 * Decides a refund that names no purchase. A frozen card accepts it, because the money is for the cardholder. An advice
 * was already decided by the network.
 */
export async function decideCredit(
  context: WorkContext,
  spender: Spender,
  message: BeginningMessage,
): Promise<CardTransactionRow> {
  const { id, kind, amountMinor } = message;
  const isFinancial = kind === 'FINANCIAL_CREDIT_AUTHORIZATION';
  const declineReason =
    refusalOf(spender, message) ?? (isFinancial ? await creditAccount(context, spender, message) : undefined);
  const isPaid = isFinancial && declineReason === undefined;
  const fresh = newCardTransaction(context, spender, {
    ...message,
    direction: 'CREDIT',
    authorizedMinor: isPaid ? 0n : amountMinor,
    declineReason: declineReason ?? null,
  });
  const step: CardStep = { id, kind, amountMinor, triggers: [] };
  if (declineReason !== undefined) return openCardTransaction(context, fresh, { ...step, triggers: ['DECLINE'] });
  if (!isPaid) return openCardTransaction(context, fresh, { ...step, triggers: ['AUTHORIZE'] });
  const set = { settled_minor: amountMinor, settlement_count: 1, taken_minor: -amountMinor };
  return openCardTransaction(context, fresh, { ...step, triggers: ['POST'], set });
}

function refusalOf(
  spender: Spender,
  { kind, amountMinor, declinedFor }: BeginningMessage,
): CardDeclineReason | undefined {
  if (kind !== 'CREDIT_AUTHORIZATION_ADVICE') {
    if (spender.state !== 'ACTIVE' && spender.state !== 'FROZEN') return 'CARD_NOT_ACTIVE';
    const canReceive = spender.account_status === 'ACTIVE' || spender.account_status === 'FROZEN';
    if (!canReceive || !isWritable(spender, amountMinor)) return 'FUNDING_SOURCE_UNAVAILABLE';
  }
  return declinedFor;
}

async function creditAccount(
  context: WorkContext,
  spender: Spender,
  { id, amountMinor }: BeginningMessage,
): Promise<CardDeclineReason | undefined> {
  const credit = { creditedMinor: amountMinor, keptMinor: 0n };
  const posted = await postEntryWithEvents(context, creditEntry(id, spender, credit, 'BALANCE'));
  return typeof posted === 'string' ? 'FUNDING_SOURCE_UNAVAILABLE' : undefined;
}
