import type { InternalAccountRow } from '../../accounts/internal/tables.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { writeJson } from '../../ground/json/json-text.ts';
import { isFiat } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { findCustomer } from '../../people/customers/find-customer.ts';
import { firstStatus, openTransaction } from '../transactions/move-payment.ts';
import { type Deposit, depositRoute } from '../transactions/save-deposit.ts';
import type { FundingKind } from '../transactions/tables.ts';
import { transactionDefaults } from '../transactions/transaction-defaults.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';

/**
 * Opens an incoming payment without a quote for money that was paid to the instructions of an account. It waits
 * until the money has cleared, which takes the time of a payment over the same route.
 */
export async function openDeposit(
  context: WorkContext,
  account: InternalAccountRow,
  deposit: Deposit,
): Promise<TransactionRow> {
  const { unit, tenant, now, deps } = context;
  const customer = account.customer_id === null ? undefined : await findCustomer(unit, tenant, account.customer_id);
  const id = deps.ids.next('Transaction');
  const { currency } = account;
  const clearing = { transactionId: id, rail: deposit.route, currency, submittedAt: now };
  const row: TransactionRow = {
    ...newRow(context, account, deposit),
    id,
    platform_customer_id: customer?.platformCustomerId ?? null,
    due_at: deps.rails.firstPollAt({ ...clearing, ...outside }),
    due_action: 'CLEAR',
  };
  openTransaction(context, row);
  return row;
}

const outside = {
  ...{ destinationIdentifier: null, sourceIdentifier: null, isTransfer: false },
  ...{ deliveredAt: null, refundedAt: null },
};

type FreshRow = Omit<TransactionRow, 'id' | 'platform_customer_id' | 'due_at' | 'due_action'>;

function newRow({ tenant, now }: WorkContext, account: InternalAccountRow, deposit: Deposit): FreshRow {
  const { currency, customer_id: customerId } = account;
  const funding: FundingKind = isFiat(currency) ? 'BANK_DEPOSIT' : 'CHAIN_DEPOSIT';
  return {
    ...transactionDefaults,
    tenant,
    type: 'INCOMING',
    direction: 'CREDIT',
    status: firstStatus('INCOMING'),
    customer_id: customerId,
    quote_id: null,
    source: writeJson({
      sourceType: 'REALTIME_FUNDING',
      ...(customerId === null ? {} : { customerId: storedId('Customer', customerId) }),
      currency,
      ...deposit.payer,
      ...depositRoute(funding, deposit),
    }),
    destination: writeJson({
      destinationType: 'ACCOUNT',
      accountId: storedId('InternalAccount', account.id),
      currency,
    }),
    source_account_id: null,
    destination_account_id: account.id,
    source_identifier: deposit.payer.accountIdentifier ?? null,
    destination_identifier: null,
    sent_currency: currency,
    sent_minor: deposit.amountMinor,
    received_currency: currency,
    received_minor: deposit.amountMinor,
    fees_minor: 0n,
    platform_fees_minor: 0n,
    exchange_rate: '1',
    rate_details: null,
    payment_rail: null,
    rail_selection_mode: null,
    network: null,
    reference: account.reference,
    description: null,
    remittance_information: deposit.payer.remittanceInformation ?? null,
    purpose_of_payment: null,
    counterparty_information: null,
    sequence: 1,
    created_at: now,
    updated_at: now,
    funding,
  };
}
