import type { IncomingTransaction, OutgoingTransaction } from '@payments-platform/types';
import { viewAmount, wireMinor } from '../../ground/money/money.ts';
import type { TransactionRow } from './transaction-row.ts';

export type TransactionView = IncomingTransaction | OutgoingTransaction;

/** Row to wire, for GET, lists and events alike. */
export function viewTransaction(row: TransactionRow): TransactionView {
  return row.type === 'OUTGOING' ? viewOutgoing(row) : viewIncoming(row);
}

type Shared = Omit<IncomingTransaction, 'type' | 'status' | 'failureReason' | 'receivedAmount' | 'source'>;

/** Absent facts are left out rather than sent as null. */
function viewShared(row: TransactionRow): Shared {
  return {
    id: row.id as IncomingTransaction['id'],
    direction: row.direction,
    destination: withOnChain(row, row.destination),
    customerId: (row.customer_id ?? undefined) as IncomingTransaction['customerId'],
    platformCustomerId: row.platform_customer_id ?? undefined,
    quoteId: (row.quote_id ?? undefined) as IncomingTransaction['quoteId'],
    sentAmount: viewAmount(row.sent_minor, row.sent_currency),
    exchangeRate: Number(row.exchange_rate),
    fees: wireMinor(row.fees_minor),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    settledAt: row.settled_at ?? undefined,
    receiptDeliveryConfirmedAt: row.receipt_delivery_confirmed_at ?? undefined,
    description: row.description ?? undefined,
    pendingReason: (row.pending_reason ?? undefined) as IncomingTransaction['pendingReason'],
    counterpartyInformation:
      row.counterparty_information === null ? undefined : JSON.parse(row.counterparty_information),
    reconciliationInstructions: viewReconciliation(row),
    refund: viewRefund(row),
  } as Shared;
}

export function viewIncoming(row: TransactionRow): IncomingTransaction {
  return {
    ...viewShared(row),
    type: 'INCOMING',
    status: row.status,
    source: JSON.parse(row.source),
    receivedAmount: viewAmount(row.received_minor, row.received_currency),
    failureReason: row.failure_reason ?? undefined,
  } as IncomingTransaction;
}

function viewOutgoing(row: TransactionRow): OutgoingTransaction {
  return {
    ...viewShared(row),
    type: 'OUTGOING',
    status: row.status,
    source: JSON.parse(row.source),
    receivedAmount: viewAmount(row.received_minor, row.received_currency),
    platformFees: { amount: wireMinor(row.platform_fees_minor), currency: viewAmount(0n, row.sent_currency).currency },
    paymentInstructions: waitsForDeposit(row) ? JSON.parse(row.payment_instructions) : undefined,
    rateDetails: row.rate_details === null ? undefined : JSON.parse(row.rate_details),
    paymentRail: row.payment_rail ?? undefined,
    railSelectionMode: row.rail_selection_mode ?? undefined,
    expectedSettlementAt: row.expected_settlement_at ?? undefined,
    failureReason: row.failure_reason ?? undefined,
  } as OutgoingTransaction;
}

/** The settlement between two providers of UMA has a hash and is on no chain that the platform knows of. */
function viewReconciliation({
  reference,
  network,
  transaction_hash: hash,
}: TransactionRow): IncomingTransaction['reconciliationInstructions'] {
  const transactionHash = network === null ? hash : null;
  if (reference === null && transactionHash === null) return undefined;
  return { ...(reference !== null && { reference }), ...(transactionHash !== null && { transactionHash }) };
}

function waitsForDeposit(row: TransactionRow): row is TransactionRow & { readonly payment_instructions: string } {
  return row.status === 'PENDING' && row.due_action !== 'CHALLENGE_EXPIRE' && row.payment_instructions !== null;
}

function viewRefund(row: TransactionRow): IncomingTransaction['refund'] {
  if (row.refund_status === null) return undefined;
  return {
    reference: row.refund_reference,
    initiatedAt: row.refund_initiated_at,
    settledAt: row.refund_settled_at ?? undefined,
    status: row.refund_status,
    reason: row.refund_reason,
  } as IncomingTransaction['refund'];
}

/** A transfer over a chain names its hash once it has settled. */
function withOnChain(row: TransactionRow, destination: string): IncomingTransaction['destination'] {
  const view = JSON.parse(destination);
  if (row.transaction_hash === null || row.network === null) return view;
  return { ...view, onChainTransaction: { transactionHash: row.transaction_hash, network: row.network } };
}
