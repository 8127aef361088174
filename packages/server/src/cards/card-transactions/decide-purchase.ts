import type { CardDeclineReason } from '@payments-platform/types';
import { postEntryWithEvents } from '../../accounts/internal/post-entry-with-events.ts';
import type { Entry } from '../../engines/ledger/entry.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { clearEntry, holdEntry } from './card-entries.ts';
import type { BeginningMessage } from './card-message.ts';
import type { Spender } from './card-transactions-repository.ts';
import { fundingUnits, isWritable } from './funding-units.ts';
import { type CardStep, openCardTransaction } from './move-card-transaction.ts';
import { newCardTransaction } from './new-card-transaction.ts';
import type { CardTransactionRow } from './tables.ts';
import { isUnsigned } from './unsigned-wallet.ts';

/**
 * Decides a purchase in one unit: checks the card, its limit and its funding source, and checks the balance in the same
 * statement that holds the amount. A declined purchase is stored but moves nothing.
 */
export async function decidePurchase(
  context: WorkContext,
  spender: Spender,
  message: BeginningMessage,
): Promise<CardTransactionRow> {
  const declineReason =
    refusalOf(spender, await isUnsigned(context, spender), message) ?? (await take(context, spender, message));
  const { id, kind, amountMinor } = message;
  const fresh = newCardTransaction(context, spender, {
    ...message,
    direction: 'DEBIT',
    authorizedMinor: amountMinor,
    declineReason: declineReason ?? null,
  });
  const step: CardStep = { id, kind, amountMinor, triggers: [] };
  if (declineReason !== undefined) return openCardTransaction(context, fresh, { ...step, triggers: ['DECLINE'] });
  const pull = amountMinor === 0n ? undefined : { amountMinor, wasTaken: true };
  if (kind === 'FINANCIAL_AUTHORIZATION') {
    const set = { settled_minor: amountMinor, settlement_count: 1, taken_minor: amountMinor };
    return openCardTransaction(context, fresh, { ...step, triggers: ['POST'], set, pull });
  }
  const set = { held_minor: amountMinor, taken_minor: amountMinor };
  return openCardTransaction(context, fresh, { ...step, triggers: ['AUTHORIZE'], set, pull });
}

/** The checks that do not change the balance. */
function refusalOf(
  spender: Spender,
  isUnsigned: boolean,
  { amountMinor, declinedFor }: BeginningMessage,
): CardDeclineReason | undefined {
  const { state, limit_minor: limit, account_status: status } = spender;
  if (state === 'FROZEN') return 'CARD_PAUSED';
  if (state !== 'ACTIVE') return 'CARD_NOT_ACTIVE';
  if (limit !== null && amountMinor > limit) return 'SPEND_LIMIT_EXCEEDED';
  if (isUnsigned || status !== 'ACTIVE') return 'FUNDING_SOURCE_UNAVAILABLE';
  // The issuer's own reason comes last, after those of the card and its account.
  if (!isWritable(spender, amountMinor) || spender.balance_minor < fundingUnits(spender, amountMinor))
    return 'INSUFFICIENT_FUNDS';
  return declinedFor;
}

/** Debits the amount. The balance may have changed since it was read, so this statement decides. */
async function take(
  context: WorkContext,
  spender: Spender,
  { id, kind, amountMinor }: BeginningMessage,
): Promise<CardDeclineReason | undefined> {
  if (amountMinor === 0n) return undefined;
  const entry: Entry =
    kind === 'FINANCIAL_AUTHORIZATION'
      ? clearEntry(id, spender, { fromHeldMinor: 0n, fromBalanceMinor: amountMinor, lostMinor: 0n, releasedMinor: 0n })
      : holdEntry(id, spender, amountMinor);
  const posted = await postEntryWithEvents(context, entry);
  if (typeof posted !== 'string') return undefined;
  return posted === 'INSUFFICIENT_FUNDS' ? 'INSUFFICIENT_FUNDS' : 'FUNDING_SOURCE_UNAVAILABLE';
}
