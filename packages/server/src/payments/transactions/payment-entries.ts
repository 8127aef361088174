import { type LedgerAccount, serviceAccount } from '../../engines/ledger/accounts.ts';
import { balancedEntry, type Entry, movement, type Posting } from '../../engines/ledger/entry.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import { hasPeerTransaction, type TransactionRow } from './transaction-row.ts';

/** The amounts of a payment that its entries use. */
interface Amounts {
  readonly sending: CurrencyCode;
  readonly receiving: CurrencyCode;
  readonly receivedMinor: bigint;
  readonly principalMinor: bigint;
  readonly serviceFeeMinor: bigint;
  readonly platformFeeMinor: bigint;
}

function amountsOf(row: TransactionRow): Amounts {
  return {
    sending: row.sent_currency,
    receiving: row.received_currency,
    receivedMinor: row.received_minor,
    principalMinor: row.sent_minor - row.fees_minor,
    serviceFeeMinor: row.fees_minor - row.platform_fees_minor,
    platformFeeMinor: row.platform_fees_minor,
  };
}

function internalAccount(id: string | null): LedgerAccount {
  if (id === null || !id.startsWith('InternalAccount:'))
    throw new Error('this payment has no internal account on that side');
  return id as LedgerAccount;
}

/**
 * The postings from `from` to `to`: fees separately, and a conversion as two single-currency legs through
 * liquidity. The reverse has the same postings with the sign reversed.
 */
function paymentPostings(
  row: TransactionRow,
  from: LedgerAccount,
  to: LedgerAccount,
  platformFees: LedgerAccount,
): Posting[] {
  const { sending, receiving, ...money } = amountsOf(row);
  const conversion =
    sending === receiving
      ? movement(from, to, sending, money.principalMinor)
      : [
          ...movement(from, serviceAccount('exchange', sending), sending, money.principalMinor),
          ...movement(serviceAccount('exchange', receiving), to, receiving, money.receivedMinor),
        ];
  return [
    ...conversion,
    ...movement(from, serviceAccount('fees', sending), sending, money.serviceFeeMinor),
    ...movement(from, platformFees, sending, money.platformFeeMinor),
  ];
}

function reversed(postings: readonly Posting[]): Posting[] {
  return postings.map((posting) => ({ ...posting, amountMinor: -posting.amountMinor }));
}

/** The platform fee until the payment settles. */
export const heldFees = (row: TransactionRow): LedgerAccount => serviceAccount('platform-fees', row.sent_currency);
/** The platform fee of a returned payment that the platform has yet to give back. */
export const feeClaims = (row: TransactionRow): LedgerAccount => serviceAccount('fee-claims', row.sent_currency);
const transit = (row: TransactionRow): LedgerAccount => serviceAccount('transit', row.received_currency);
const world = (row: TransactionRow): LedgerAccount => serviceAccount('world', row.received_currency);
const payingWorld = (row: TransactionRow): LedgerAccount => serviceAccount('world', row.sent_currency);
const refunds = (row: TransactionRow): LedgerAccount => serviceAccount('refunds', row.sent_currency);

/** The debited account: a balance, or the world outside. */
function payer(row: TransactionRow): LedgerAccount {
  return row.funding === 'BALANCE' ? internalAccount(row.source_account_id) : payingWorld(row);
}

/** The credited account: a balance, or the world outside. */
function payee(row: TransactionRow): LedgerAccount {
  const { destination_account_id: id } = row;
  return id?.startsWith('InternalAccount:') === true ? internalAccount(id) : world(row);
}

/** Execution: debits the sender, moves the converted amount into transit, takes the fees. */
export function debitEntry(row: TransactionRow): Entry {
  return balancedEntry('DEBIT', row.id, paymentPostings(row, payer(row), transit(row), heldFees(row)));
}

/**
 * Execution at a price that the market refuses: the money is taken, nothing is exchanged, and all of it is owed
 * back.
 */
export function unexchangedEntry(row: TransactionRow): Entry {
  const owed = movement(payer(row), refunds(row), row.sent_currency, row.sent_minor);
  return balancedEntry('DEBIT', row.id, owed);
}

/** Money that came in for a payment that cannot use it: another amount than requested, or too late. */
export function depositEntry(row: TransactionRow): Entry {
  return balancedEntry('DEPOSIT', row.id, movement(payingWorld(row), refunds(row), row.sent_currency, owedMinor(row)));
}

/**
 * Delivery: to the outside, or to the receiving internal account; the platform gets its fee. If its account has
 * been closed meanwhile (`platformAccountId` null), the service keeps owing it the fee.
 */
export function settleEntry(row: TransactionRow, platformAccountId: string | null): Entry {
  const to = payee(row);
  const received = movement(transit(row), to, row.received_currency, row.received_minor);
  const currency = row.sent_currency;
  const fee =
    row.platform_fees_minor === 0n || platformAccountId === null
      ? []
      : movement(heldFees(row), internalAccount(platformAccountId), currency, row.platform_fees_minor);
  const isDeposit = row.type === 'INCOMING' && row.quote_id === null;
  return balancedEntry('SETTLE', row.id, [...received, ...fee], isDeposit ? 'DEPOSIT' : undefined);
}

/** Turns a failed payment into a debt to the sender: principal and all fees. */
export function refundStartEntry(row: TransactionRow): Entry {
  return balancedEntry(
    'REFUND_START',
    row.id,
    reversed(paymentPostings(row, refunds(row), transit(row), heldFees(row))),
  );
}

/** A delivered payment that was returned. Its platform fee is taken from `fees`. */
export function returnEntry(row: TransactionRow, fees: LedgerAccount): Entry {
  return balancedEntry('RETURN', row.id, reversed(paymentPostings(row, refunds(row), world(row), fees)));
}

/** The platform gives back the fee of a returned payment. */
export function feeReturnEntry(row: TransactionRow, platformAccountId: string): Entry {
  const fee = movement(internalAccount(platformAccountId), feeClaims(row), row.sent_currency, row.platform_fees_minor);
  return balancedEntry('FEE_RETURN', row.id, fee);
}

/** The amount of a refund: what came in, which is the requested amount unless another amount was paid in. */
export function owedMinor(row: TransactionRow): bigint {
  return row.realtimeFunding?.funded_minor ?? row.sent_minor;
}

/**
 * Pays the debt back: to an internal account, or outside to the instrument that the money came from (`accountId`
 * null).
 */
export function refundSettleEntry(row: TransactionRow, accountId: string | null): Entry {
  const to = accountId === null ? payingWorld(row) : internalAccount(accountId);
  return balancedEntry('REFUND_SETTLE', row.id, movement(refunds(row), to, row.sent_currency, owedMinor(row)));
}

/**
 * Delivered after its refund: the service bears the loss, once. For a payment between two customers the outgoing
 * half bears it, and hands the money over to the other half again.
 */
export function lateDeliveryEntry(row: TransactionRow): Entry {
  const currency = row.received_currency;
  const isHandedOver = row.type === 'INCOMING' && hasPeerTransaction(row);
  const from = isHandedOver ? world(row) : serviceAccount('losses', currency);
  return balancedEntry('LATE_DELIVERY', row.id, movement(from, world(row), currency, row.received_minor));
}
