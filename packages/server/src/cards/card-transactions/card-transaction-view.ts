import type { CardTransaction } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import { present, readJson } from '../../ground/json/json-text.ts';
import { viewAmount, wireMinor } from '../../ground/money/money.ts';
import type { CardTransactionRow } from './tables.ts';

/** Row to wire, for GET, lists and events alike. Omits what has not happened; the summaries are always present. */
export function viewCardTransaction(row: CardTransactionRow): CardTransaction {
  const isUnsettled = row.status === 'AUTHORIZED' || row.status === 'DECLINED';
  const original = row.original_transaction_id;
  return present<CardTransaction>({
    type: 'CARD',
    id: storedId('CardTransaction', row.id),
    cardId: storedId('Card', row.card_id),
    customerId: storedId('Customer', row.customer_id),
    platformCustomerId: row.platform_customer_id,
    issuerTransactionToken: row.issuer_transaction_token,
    originalTransactionId: original === null ? undefined : storedId('CardTransaction', original),
    status: row.status,
    declineReason: row.decline_reason ?? undefined,
    direction: row.direction,
    merchant: readJson(row.merchant),
    authorizedAmount: viewAmount(row.authorized_minor, row.currency),
    settledAmount: isUnsettled ? undefined : viewAmount(row.settled_minor, row.currency),
    // A reversed refund leaves an amount of zero, which is shown.
    refundedAmount: row.refund_count > 0 ? viewAmount(row.refunded_minor, row.currency) : undefined,
    accountId: storedId('InternalAccount', row.account_id),
    pullSummary: {
      count: row.pull_count,
      totalAmount: wireMinor(row.pulled_minor),
      pendingCount: row.pending_pull_count,
    },
    refundSummary: { count: row.refund_count, totalAmount: wireMinor(row.refunded_minor) },
    settlementSummary: { count: row.settlement_count, totalAmount: wireMinor(row.settled_minor) },
    authorizedAt: row.created_at,
    lastEventAt: row.last_event_at ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  });
}
