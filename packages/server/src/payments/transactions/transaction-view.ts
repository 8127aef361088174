import type { IncomingTransaction, OutgoingTransaction, Refund } from '@payments-platform/types';
import type { CollectionTiming } from '../../engines/rails/collections.ts';
import type { RailName, RailTiming } from '../../engines/rails/rails.ts';
import { usualSeconds } from '../../engines/rails/timelines.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { present, readJson } from '../../ground/json/json-text.ts';
import { viewAmount, wireMinor } from '../../ground/money/money.ts';
import { isIncoming, isOutgoing, type OutgoingRow, type TransactionRow } from './transaction-row.ts';

export type TransactionView = IncomingTransaction | OutgoingTransaction;

/** Row to wire, for GET, lists and events alike. */
export function viewTransaction(row: TransactionRow): TransactionView {
  return isOutgoing(row) ? viewOutgoing(row) : viewIncoming(row);
}

type Shared = Omit<
  IncomingTransaction,
  'type' | 'status' | 'failureReason' | 'receivedAmount' | 'source' | 'sentAmount'
> &
  Required<Pick<IncomingTransaction, 'sentAmount'>>;

/** Absent facts are left out rather than sent as null. */
function viewShared(row: TransactionRow): Shared {
  return present<Shared>({
    id: storedId('Transaction', row.id),
    direction: row.direction,
    destination: withOnChain(row),
    customerId: row.customer_id === null ? undefined : storedId('Customer', row.customer_id),
    platformCustomerId: row.platform_customer_id ?? undefined,
    quoteId: row.quote_id === null ? undefined : storedId('Quote', row.quote_id),
    sentAmount: viewAmount(row.sent_minor, row.sent_currency, row.token),
    exchangeRate: Number(row.exchange_rate),
    fees: wireMinor(row.fees_minor),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    settledAt: row.settled_at ?? undefined,
    receiptDeliveryConfirmedAt: row.receipt_delivery_confirmed_at ?? undefined,
    description: row.description ?? undefined,
    remittanceInformation: row.remittance_information ?? undefined,
    purposeOfPayment: row.purpose_of_payment ?? undefined,
    pendingReason: row.pending_reason ?? undefined,
    counterpartyInformation: row.counterparty_information === null ? undefined : readJson(row.counterparty_information),
    reconciliationInstructions: viewReconciliation(row),
    refund: viewRefund(row),
    agentId: row.agent_id === null ? undefined : storedId('Agent', row.agent_id),
  });
}

export function viewIncoming(row: TransactionRow): IncomingTransaction {
  if (!isIncoming(row)) throw new Error(`${row.id} is not an incoming transaction`);
  return present<IncomingTransaction>({
    ...viewShared(row),
    type: 'INCOMING',
    status: row.status,
    source: readJson(row.source),
    receivedAmount: viewAmount(row.received_minor, row.received_currency, row.token),
    failureReason: row.failure_reason ?? undefined,
  });
}

function viewOutgoing(row: OutgoingRow): OutgoingTransaction {
  return present<OutgoingTransaction>({
    ...viewShared(row),
    type: 'OUTGOING',
    status: row.status,
    source: readJson(row.source),
    receivedAmount: viewAmount(row.received_minor, row.received_currency, row.token),
    platformFees: {
      amount: wireMinor(row.platform_fees_minor),
      currency: viewAmount(0n, row.sent_currency, row.token).currency,
    },
    paymentInstructions: viewInstructions(row),
    rateDetails: row.rate_details === null ? undefined : readJson(row.rate_details),
    paymentRail: row.payment_rail ?? undefined,
    railSelectionMode: row.rail_selection_mode ?? undefined,
    expectedSettlementAt: row.expected_settlement_at ?? undefined,
    settlementTimelineSeconds: usualSeconds(railOf(row)),
    failureReason: row.failure_reason ?? undefined,
  });
}

/** The settlement between two UMA providers has a hash, but is on no chain that the platform knows. */
function viewReconciliation({
  reference,
  network,
  transaction_hash: hash,
}: TransactionRow): IncomingTransaction['reconciliationInstructions'] {
  const transactionHash = network === null ? hash : null;
  if (reference === null && transactionHash === null) return undefined;
  return { ...(reference !== null && { reference }), ...(transactionHash !== null && { transactionHash }) };
}

/** Shown while the payment waits for its deposit. */
function viewInstructions({
  status,
  due_action,
  realtimeFunding,
}: TransactionRow): OutgoingTransaction['paymentInstructions'] {
  const instructions = realtimeFunding?.payment_instructions ?? null;
  const waits = status === 'PENDING' && due_action !== 'CHALLENGE_EXPIRE';
  return waits && instructions !== null ? [...readJson(instructions)] : undefined;
}

function viewRefund({ refund }: TransactionRow): IncomingTransaction['refund'] {
  if (refund === null) return undefined;
  return present<Refund>({
    reference: refund.id,
    initiatedAt: refund.initiated_at,
    settledAt: refund.settled_at ?? undefined,
    status: refund.status,
    reason: refund.reason ?? undefined,
  });
}

/** A transfer over a chain has its hash once it has settled; a payment over Lightning is on no chain. */
function withOnChain(row: TransactionRow): IncomingTransaction['destination'] {
  const view = readJson(row.destination);
  if (view.destinationType !== 'ACCOUNT') return view;
  if (row.transaction_hash === null || row.network === null || row.network === 'LIGHTNING') return view;
  return { ...view, onChainTransaction: { transactionHash: row.transaction_hash, network: row.network } };
}

/**
 * The fields of a transaction that determine its timing on a rail. `passedOnTo` is the identifier of the external
 * account that a payment to a UMA address is passed on to.
 */
export function railTimingOf(row: TransactionRow, passedOnTo: string | null = null): RailTiming {
  return {
    transactionId: row.id,
    rail: railOf(row),
    currency: row.received_currency,
    destinationIdentifier: row.type === 'OUTGOING' ? row.destination_identifier : passedOnTo,
    sourceIdentifier: isUmaAddress(row.source_identifier) ? row.source_identifier : null,
    submittedAt: row.submitted_at ?? row.created_at,
    deliveredAt: row.settled_at,
    refundedAt: refundEndedAt(row),
    isTransfer: row.is_transfer === 1,
  };
}

/** The platform chooses no rail for a UMA payment. */
function railOf(row: TransactionRow): RailName {
  // Once a direct debit is collected, the rest of its way is inside the service.
  if (row.funding === 'COLLECTION') return 'INTERNAL';
  const rail = row.payment_rail ?? row.network;
  if (rail !== null) return rail;
  return isUmaAddress(row.destination_identifier) || isUmaAddress(row.source_identifier) ? 'UMA' : 'INTERNAL';
}

function isUmaAddress(identifier: string | null): identifier is string {
  return identifier?.startsWith('$') === true;
}

function refundEndedAt({ refund, updated_at: at }: TransactionRow): Instant | null {
  return refund?.status === 'FAILED' ? at : (refund?.settled_at ?? null);
}

/** The fields of a direct debit that determine its timing at the bank of its source. */
export function collectionTimingOf(row: TransactionRow): CollectionTiming {
  if (row.payment_rail === null || row.source_identifier === null)
    throw new Error(`${row.id} takes money from no account outside`);
  return {
    transactionId: row.id,
    rail: row.payment_rail,
    currency: row.sent_currency,
    sourceIdentifier: row.source_identifier,
    submittedAt: row.submitted_at ?? row.created_at,
  };
}
