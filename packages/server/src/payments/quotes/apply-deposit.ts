import type { WorkContext } from '../../operation/deps.ts';
import { findTransactionOfQuote } from '../transactions/find-transaction.ts';
import { mustMovePayment } from '../transactions/move-payment.ts';
import { depositEntry } from '../transactions/payment-entries.ts';
import { expirePayment, startFundedPayment, startOfRefund } from '../transactions/payment-steps.ts';
import { type Deposit, saveDeposit, saveDepositForWallet } from '../transactions/save-deposit.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import { readCurrentParties, type UnusableParty } from '../transactions/unusable-party.ts';
import type { QuoteRow } from './quote-row.ts';
import { lockFundedQuote } from './quotes-repository.ts';
import { lacksAuthorization } from './refuse-unusable-party.ts';

/**
 * Applies a deposit to the quote whose payment instructions it refers to. The exact amount starts the payment, any
 * other amount fails it, and a late deposit leaves it expired. Money that the payment cannot use is refunded.
 * Returns the transaction afterwards, or `NOT_WAITING` if the quote already has its deposit, waits for none, or is
 * a wallet's and the deposit does not match.
 */
export async function applyDeposit(
  context: WorkContext,
  quoteId: string,
  deposit: Deposit,
): Promise<TransactionRow | 'NOT_WAITING'> {
  const { unit, tenant, now } = context;
  const [quote, found] = await Promise.all([
    lockFundedQuote(unit, tenant, quoteId),
    findTransactionOfQuote(unit, tenant, quoteId),
  ]);
  if (quote === undefined) return 'NOT_WAITING';
  if (found === undefined) throw new Error(`quote ${quoteId} has no transaction`);
  const isInTime = quote.status === 'PENDING' && quote.expires_at > now;
  if (quote.source_account_id !== null)
    return isInTime ? payForWallet(context, { quote, found, deposit }) : 'NOT_WAITING';
  if (!isInTime) return returnLateDeposit(context, found, quote.status, deposit);
  const transaction = await saveDeposit(context, found, deposit);
  const failure =
    deposit.amountMinor === transaction.sent_minor
      ? await findFailure(context, quote, transaction)
      : 'FUNDING_AMOUNT_MISMATCH';
  return failure === undefined
    ? startFundedPayment(context, transaction, 'EXECUTE_FUNDED')
    : refuseDeposit(context, transaction, failure);
}

/**
 * Someone else pays the invoice of a wallet's quote: the payment starts, and the wallet keeps its balance. A
 * deposit that the payment cannot use is not applied, since the owner may still sign.
 */
async function payForWallet(
  context: WorkContext,
  { quote, found, deposit }: { readonly quote: QuoteRow; readonly found: TransactionRow; readonly deposit: Deposit },
): Promise<TransactionRow | 'NOT_WAITING'> {
  if (deposit.amountMinor !== found.sent_minor) return 'NOT_WAITING';
  if ((await findFailure(context, quote, found)) !== undefined) return 'NOT_WAITING';
  return startFundedPayment(context, await saveDepositForWallet(context, found, deposit), 'EXECUTE_FUNDED');
}

type PartyFailure = 'ACCOUNT_INVALID' | 'ACCOUNT_CANNOT_RECEIVE' | 'QUOTE_EXECUTION_FAILED' | 'SCA_NOT_COMPLETED';

/** The failure reasons whose deposit is refunded. */
type RefundedFailure = 'FUNDING_AMOUNT_MISMATCH' | PartyFailure;

/**
 * Why the payment cannot start, although its amount was paid: since the quote, a party has become unusable, or the
 * payer has to authenticate.
 */
async function findFailure(
  context: WorkContext,
  quote: QuoteRow,
  transaction: TransactionRow,
): Promise<PartyFailure | undefined> {
  const parties = await readCurrentParties(context, transaction);
  if (parties.unusable !== undefined) return reasonOf(transaction, parties.unusable);
  const isUnauthorized = await lacksAuthorization(context, { parties, quote, row: transaction });
  return isUnauthorized ? 'SCA_NOT_COMPLETED' : undefined;
}

/**
 * A deleted external account is permanently invalid; a frozen or closed account only cannot receive. For a removed
 * currency, neither account is the reason.
 */
function reasonOf({ type }: TransactionRow, { id, state }: UnusableParty): PartyFailure {
  if (state === 'REMOVED') return 'QUOTE_EXECUTION_FAILED';
  const isGone = state === 'DELETED' && id.startsWith('ExternalAccount:') && type === 'OUTGOING';
  return isGone ? 'ACCOUNT_INVALID' : 'ACCOUNT_CANNOT_RECEIVE';
}

/**
 * Refunds a deposit that the payment cannot use: one of another amount, since the price holds only for the quoted
 * amount, one for an account that can no longer receive, or one of a customer who has to authenticate first.
 */
function refuseDeposit(
  context: WorkContext,
  transaction: TransactionRow,
  reason: RefundedFailure,
): Promise<TransactionRow> {
  return mustMovePayment(context, { ...transaction, submitted_at: context.now }, 'REFUSE_DEPOSIT', {
    set: { failure_reason: reason },
    ...startOfRefund(context, transaction, 'TRANSACTION_FAILED'),
    entry: depositEntry(transaction),
  });
}

async function returnLateDeposit(
  context: WorkContext,
  found: TransactionRow,
  quoteStatus: string,
  deposit: Deposit,
): Promise<TransactionRow | 'NOT_WAITING'> {
  const isOver = quoteStatus === 'EXPIRED' || quoteStatus === 'PENDING';
  if (!isOver || found.realtimeFunding?.funded_minor != null) return 'NOT_WAITING';
  const expired = quoteStatus === 'PENDING' ? await expirePayment(context, found) : found;
  const transaction = await saveDeposit(context, expired, deposit);
  const refund = startOfRefund(context, transaction, 'TIMEOUT');
  return mustMovePayment(context, transaction, 'RETURN_DEPOSIT', { ...refund, entry: depositEntry(transaction) });
}
