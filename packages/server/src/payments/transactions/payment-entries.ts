import { type LedgerAccount, serviceAccount } from '../../engines/ledger/accounts.ts';
import { balancedEntry, type Entry, movement, type Posting } from '../../engines/ledger/entry.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import { hasOtherHalf, type TransactionRow } from './transaction-row.ts';

/** The money of a payment, as its entries need it. */
interface Amounts {
  readonly sending: CurrencyCode;
  readonly receiving: CurrencyCode;
  readonly sentMinor: bigint;
  readonly receivedMinor: bigint;
  readonly principalMinor: bigint;
  readonly serviceFeeMinor: bigint;
  readonly platformFeeMinor: bigint;
}

function amountsOf(row: TransactionRow): Amounts {
  return {
    sending: row.sent_currency,
    receiving: row.received_currency,
    sentMinor: row.sent_minor,
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
 * The way of the money from `from` to `to`: fees aside, conversion as two single-currency legs through
 * liquidity. The reverse way is the same postings with the sign reversed.
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

const heldFees = (row: TransactionRow): LedgerAccount => serviceAccount('platform-fees', row.sent_currency);
const transit = (row: TransactionRow): LedgerAccount => serviceAccount('transit', row.received_currency);
const world = (row: TransactionRow): LedgerAccount => serviceAccount('world', row.received_currency);
const payingWorld = (row: TransactionRow): LedgerAccount => serviceAccount('world', row.sent_currency);
const refunds = (row: TransactionRow): LedgerAccount => serviceAccount('refunds', row.sent_currency);

/** Where the money of the payment comes from: a balance, or the world outside. */
function payer(row: TransactionRow): LedgerAccount {
  return row.funding === 'BALANCE' ? internalAccount(row.source_account_id) : payingWorld(row);
}

/** Where the money of the payment goes: to a balance, or out into the world. */
function payee(row: TransactionRow): LedgerAccount {
  const { destination_account_id: id } = row;
  return id?.startsWith('InternalAccount:') === true ? internalAccount(id) : world(row);
}

/** Execution: the sender pays, the converted amount is on its way, fees are taken. */
export function debitEntry(row: TransactionRow): Entry {
  return balancedEntry('DEBIT', row.id, paymentPostings(row, payer(row), transit(row), heldFees(row)));
}

/** Execution at a price that the market refuses: the money is taken, nothing is exchanged, all of it is owed back. */
export function unexchangedEntry(row: TransactionRow): Entry {
  const owed = movement(payer(row), refunds(row), row.sent_currency, row.sent_minor);
  return balancedEntry('DEBIT', row.id, owed);
}

/** Money that came in for a payment which cannot use it: another amount than asked for, or too late. */
export function depositEntry(row: TransactionRow): Entry {
  return balancedEntry('DEPOSIT', row.id, movement(payingWorld(row), refunds(row), row.sent_currency, owedMinor(row)));
}

/**
 * Delivery: to the outside, or to the receiving internal account; the platform gets its fee. Where its account
 * has been closed meanwhile (`platformAccountId` null), the service goes on owing it the fee.
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

/** A payment that broke on its way turns into a debt to the sender: principal and every fee. */
export function refundStartEntry(row: TransactionRow): Entry {
  return balancedEntry(
    'REFUND_START',
    row.id,
    reversed(paymentPostings(row, refunds(row), transit(row), heldFees(row))),
  );
}

/**
 * A delivered payment that came back. The platform's fee is taken back from its account, or from the
 * service's advance where the platform has spent it (`platformAccountId` null).
 */
export function returnEntry(row: TransactionRow, platformAccountId: string | null): Entry {
  const fees = platformAccountId === null ? heldFees(row) : internalAccount(platformAccountId);
  return balancedEntry('RETURN', row.id, reversed(paymentPostings(row, refunds(row), world(row), fees)));
}

/** What a refund pays back: what came in, which is what was asked for unless somebody paid in another amount. */
export function owedMinor(row: TransactionRow): bigint {
  return row.realtimeFunding?.funded_minor ?? row.sent_minor;
}

/**
 * The debt is paid back: to an internal account, or out into the world, to the instrument the money came
 * from (`accountId` null).
 */
export function refundSettleEntry(row: TransactionRow, accountId: string | null): Entry {
  const to = accountId === null ? payingWorld(row) : internalAccount(accountId);
  return balancedEntry('REFUND_SETTLE', row.id, movement(refunds(row), to, row.sent_currency, owedMinor(row)));
}

/**
 * Delivered although it had been refunded: the service bears it, once. Of a payment between two customers the half
 * that goes out does, and hands the money over to the other half again.
 */
export function lateDeliveryEntry(row: TransactionRow): Entry {
  const currency = row.received_currency;
  const isHandedOver = row.type === 'INCOMING' && hasOtherHalf(row);
  const from = isHandedOver ? world(row) : serviceAccount('losses', currency);
  return balancedEntry('LATE_DELIVERY', row.id, movement(from, world(row), currency, row.received_minor));
}
