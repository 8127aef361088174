import { clearTimer, setTimer } from '../../engines/due-work/timers.ts';
import type { StateOf } from '../../engines/states/transition.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { withParts } from './find-transaction.ts';
import { TransactionMoved } from './transaction-moved.ts';
import type {
  RealtimeFundingRow,
  RefundRow,
  StoredTransaction,
  TransactionRow,
  UmaPaymentRow,
} from './transaction-row.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

/** The kind of the timers of transactions; `due_action` is their next step. */
export const transactionTimers = 'transactions';

/** Sets when a transaction is due, or never (`null`); `undefined` leaves its timer unchanged. */
function saveTimer(unit: Unit, { tenant, id }: Key, dueAt: Instant | null | undefined): void {
  const timer = { tenant, kind: transactionTimers, id };
  if (dueAt === null) clearTimer(unit, timer);
  else if (dueAt !== undefined) setTimer(unit, timer, dueAt);
}

/** Inserts a new transaction with its initial parts. */
export function insertTransaction(unit: Unit, row: TransactionRow): void {
  const { refund, realtimeFunding, uma, due_at, ...stored } = row;
  unit.insert('transactions', [stored]);
  saveTimer(unit, row, due_at ?? undefined);
  if (refund !== null) unit.insert('refunds', [refund]);
  if (realtimeFunding !== null) unit.insert('realtime_fundings', [realtimeFunding]);
  if (uma !== null) unit.insert('uma_payments', [uma]);
}

/** The columns that may change after creation; all others are fixed. */
export type TransactionChange = Pick<
  TransactionRow,
  | 'status'
  | 'failure_reason'
  | 'refund_id'
  | 'transaction_hash'
  | 'submitted_at'
  | 'expected_settlement_at'
  | 'settled_at'
  | 'pending_reason'
  | 'sequence'
  | 'due_action'
  | 'due_at'
  | 'updated_at'
>;

const save = statement<Key & TransactionChange & { readonly seen: number }>('saveTransaction', (db, change) =>
  db
    .updateTable('transactions')
    .set({
      status: change.status,
      failure_reason: change.failure_reason,
      refund_id: change.refund_id,
      transaction_hash: change.transaction_hash,
      submitted_at: change.submitted_at,
      expected_settlement_at: change.expected_settlement_at,
      settled_at: change.settled_at,
      pending_reason: change.pending_reason,
      sequence: change.sequence,
      due_action: change.due_action,
      updated_at: change.updated_at,
    })
    .where('tenant', '=', change.tenant)
    .where('id', '=', change.id)
    .where('sequence', '=', change.seen),
);

/** Writes the row if it is unchanged since it was read; `seen` is the sequence at reading. */
export async function saveTransaction(unit: Unit, row: TransactionRow, seen: number): Promise<void> {
  const { due_at, ...change } = row;
  const changes = await unit.run(save, { ...change, seen });
  if (changes !== 1) throw new TransactionMoved(`transaction ${row.id} moved while it was being processed`);
  saveTimer(unit, row, due_at);
}

const updateRefundOf = statement<RefundRow>('updateRefund', (db, { tenant, id, status, settled_at }) =>
  db.updateTable('refunds').set({ status, settled_at }).where('tenant', '=', tenant).where('id', '=', id),
);

/** Stores a refund; the caller writes the transaction that names it. */
export function saveRefund(unit: Unit, refund: RefundRow, isNew: boolean): void {
  if (isNew) unit.insert('refunds', [refund]);
  else unit.write(updateRefundOf, refund);
}

const updateUmaOf = statement<UmaPaymentRow>(
  'updateUmaPayment',
  (db, { tenant, transaction_id, approval_expires_at, sealed_receiver_information }) =>
    db
      .updateTable('uma_payments')
      .set({ approval_expires_at, sealed_receiver_information })
      .where('tenant', '=', tenant)
      .where('transaction_id', '=', transaction_id),
);

/** Stores the state of a UMA payment; the caller writes its transaction. */
export function updateUmaPayment(unit: Unit, uma: UmaPaymentRow): void {
  unit.write(updateUmaOf, uma);
}

/** For payments without another provider. */
export const withoutCounterparty = {
  invoice: null,
  callback_key: null,
  utxo_callback: null,
  counterparty_channels: null,
} as const;

/** The outgoing half of a payment between two customers names the incoming half. */
export function insertUmaPayment(unit: Unit, { tenant, id }: StoredTransaction, peerTransactionId: string): void {
  unit.insert('uma_payments', [
    {
      tenant,
      transaction_id: id,
      requested_fields: null,
      approval_expires_at: null,
      sealed_receiver_information: null,
      ...withoutCounterparty,
      peer_transaction_id: peerTransactionId,
    },
  ]);
}

interface Confirmation extends Key {
  readonly confirmedAt: Instant;
  readonly now: Instant;
}

const confirm = statement<Confirmation, StoredTransaction>('confirmReceipt', (db, { tenant, id, confirmedAt, now }) =>
  db
    .updateTable('transactions')
    .set({ receipt_delivery_confirmed_at: confirmedAt, updated_at: now })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .returningAll(),
);

/** Changes only its own column, so it neither waits for nor affects other changes of the payment. */
export async function saveReceiptConfirmation(
  unit: Unit,
  parameters: Confirmation,
): Promise<TransactionRow | undefined> {
  const row = await unit.first(confirm, parameters);
  return row && withParts(unit, row);
}

interface QuestionAnswered extends Key {
  readonly seen: number;
  readonly information: NonNullable<TransactionRow['counterparty_information']>;
  readonly decideBy: Instant;
  readonly now: Instant;
}

const question = statement<QuestionAnswered>('savePayerInformation', (db, change) =>
  db
    .updateTable('transactions')
    .set({
      counterparty_information: change.information,
      updated_at: change.now,
    })
    .where('tenant', '=', change.tenant)
    .where('id', '=', change.id)
    .where('sequence', '=', change.seen),
);

/** Stores additional information about the payer and extends the decision time; emits no event. */
export async function savePayerInformation(unit: Unit, change: QuestionAnswered): Promise<void> {
  saveTimer(unit, change, change.decideBy);
  if ((await unit.run(question, change)) !== 1)
    throw new TransactionMoved(`transaction ${change.id} was decided while its payer information was requested`);
}

type FundingChange = Key & Pick<TransactionRow, 'source' | 'source_identifier' | 'sequence'>;

const fund = statement<FundingChange>('saveFunding', (db, change) =>
  db
    .updateTable('transactions')
    .set({
      source: change.source,
      source_identifier: change.source_identifier,
    })
    .where('tenant', '=', change.tenant)
    .where('id', '=', change.id)
    .where('sequence', '=', change.sequence),
);

const saveFunded = statement<Key & { readonly fundedMinor: bigint }>('saveFundedAmount', (db, change) =>
  db
    .updateTable('realtime_fundings')
    .set({ funded_minor: change.fundedMinor })
    .where('tenant', '=', change.tenant)
    .where('transaction_id', '=', change.id)
    .where('funded_minor', 'is', null),
);

/** Funds a payment, which happens once; returns whether this call did it. */
export async function saveFunding(unit: Unit, row: TransactionRow, fundedMinor: bigint): Promise<boolean> {
  const { tenant, id, source, source_identifier, sequence } = row;
  const changes = await Promise.all([
    unit.run(fund, { tenant, id, source, source_identifier, sequence }),
    unit.run(saveFunded, { tenant, id, fundedMinor }),
  ]);
  return changes.every((count) => count === 1);
}

type WalletChange = FundingChange & Pick<TransactionRow, 'funding' | 'source_account_id'>;

const fundForWallet = statement<WalletChange>('saveFundingForWallet', (db, change) =>
  db
    .updateTable('transactions')
    .set({
      funding: change.funding,
      source: change.source,
      source_account_id: change.source_account_id,
      source_identifier: change.source_identifier,
    })
    .where('tenant', '=', change.tenant)
    .where('id', '=', change.id)
    .where('sequence', '=', change.sequence)
    .where('funding', '=', 'BALANCE'),
);

/** The same for a payment that was to be made from a wallet. */
export async function saveFundingForWallet(
  unit: Unit,
  row: TransactionRow,
  funding: RealtimeFundingRow,
): Promise<boolean> {
  unit.insert('realtime_fundings', [funding]);
  return (await unit.run(fundForWallet, row)) === 1;
}

/** Why the platform cancelled or rejected the payment, in its own words. */
export function insertDecision(unit: Unit, row: TransactionRow, reason: string | null, decidedAt: Instant): void {
  if (reason === null) return;
  const { tenant, id: transaction_id } = row;
  unit.insert('payment_decisions', [{ tenant, transaction_id, reason, decided_at: decidedAt }]);
}

interface QuoteChange extends Key {
  readonly from: StateOf<'quote'>;
  readonly to: StateOf<'quote'>;
  readonly now: Instant;
}

const changeQuote = statement<QuoteChange, never>('changeQuoteStatus', (db, { tenant, id, from, to, now }) =>
  db
    .updateTable('quotes')
    .set({ status: to, updated_at: now })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', from),
);

/** Moves the status of the quote of a transaction; returns the number of changed rows. */
export function changeQuoteStatus(unit: Unit, change: QuoteChange): Promise<number> {
  return unit.run(changeQuote, change);
}

const quoteExpiry = statement<Key, { readonly expires_at: Instant }>('findQuoteExpiry', (db, { tenant, id }) =>
  db.selectFrom('quotes').select('expires_at').where('tenant', '=', tenant).where('id', '=', id),
);

/** Until when the quote of a transaction could be executed. */
export async function findQuoteExpiry(unit: Unit, tenant: number, id: string): Promise<Instant | undefined> {
  return (await unit.first(quoteExpiry, { tenant, id }))?.expires_at;
}
