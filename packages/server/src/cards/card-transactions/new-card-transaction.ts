import type { CardDeclineReason, CardMerchant, TransactionDirection } from '@payments-platform/types';
import { writeJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { Spender } from './card-transactions-repository.ts';
import type { NewCardTransaction } from './move-card-transaction.ts';
import type { CardTransactionRow } from './tables.ts';

/** The data of a new transaction. */
export interface Beginning {
  readonly issuerTransactionToken: string;
  readonly direction: TransactionDirection;
  readonly authorizedMinor: bigint;
  readonly merchant: CardMerchant;
  readonly declineReason?: CardDeclineReason | null;
}

const nothing = {
  original_transaction_id: null,
  settled_minor: 0n,
  settlement_count: 0,
  refunded_minor: 0n,
  refund_count: 0,
  pulled_minor: 0n,
  pull_count: 0,
  pending_pull_count: 0,
  held_minor: 0n,
  taken_minor: 0n,
  sequence: 0,
  last_event_at: null,
};

/** A transaction of a card before its first step. */
export function newCardTransaction(
  { tenant, now, deps }: WorkContext,
  spender: Spender,
  beginning: Beginning,
): NewCardTransaction {
  return {
    ...nothing,
    tenant,
    id: deps.ids.next('CardTransaction'),
    card_id: spender.card_id,
    customer_id: spender.customer_id,
    platform_customer_id: spender.platform_customer_id,
    account_id: spender.account_id,
    currency: spender.currency,
    account_currency: spender.account_currency,
    issuer_transaction_token: beginning.issuerTransactionToken,
    decline_reason: beginning.declineReason ?? null,
    direction: beginning.direction,
    merchant: writeJson(beginning.merchant),
    authorized_minor: beginning.authorizedMinor,
    created_at: now,
    updated_at: now,
  };
}

/** A refund of a purchase: a separate row, paid to the account that paid for the purchase. */
export function newRefund(
  { now, deps }: WorkContext,
  purchase: CardTransactionRow,
  issuerTransactionToken: string,
): NewCardTransaction {
  const { status: _status, ...of } = purchase;
  return {
    ...of,
    ...nothing,
    id: deps.ids.next('CardTransaction'),
    issuer_transaction_token: issuerTransactionToken,
    original_transaction_id: purchase.id,
    direction: 'CREDIT',
    authorized_minor: 0n,
    created_at: now,
    updated_at: now,
  };
}
