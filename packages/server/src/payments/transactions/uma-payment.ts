import type { CounterpartyFieldDefinition } from '@payments-platform/types';
import { accountRoute } from '../../accounts/external/account-facts.ts';
import { findDefaultDeposit } from '../../accounts/external/find-default-deposit.ts';
import { findCustomerAccount } from '../../accounts/internal/find-internal-account.ts';
import type { UmaAddress } from '../../engines/uma/uma-address.ts';
import type { EarlyRefusal, PartyInformation } from '../../engines/uma/uma-network.ts';
import { plusMs, secondMs } from '../../ground/clock/instant.ts';
import { writeJson } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { KnownCustomer } from '../../people/customers/find-customer.ts';
import { isFree } from '../pricing/network-costs.ts';
import { firstStatus, openTransaction } from './move-payment.ts';
import { requestedPayeeFields } from './payee-fields.ts';
import { failUnpaid } from './payment-steps.ts';
import { transactionDefaults } from './transaction-defaults.ts';
import type { TransactionRow, UmaPaymentRow } from './transaction-row.ts';
import { withoutCounterparty } from './transactions-repository.ts';

/** How long the platform has to decide about an incoming payment. */
export const decisionMs = 5 * secondMs;

/** A payment to the UMA address of a customer. */
export interface UmaPayment {
  readonly sender: UmaAddress;
  readonly receiver: KnownCustomer;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly reference: string;
  /** What is known about the payer. */
  readonly payer: PartyInformation;
  /** The fields that the sender's provider requests about the receiver. */
  readonly requestedPayeeFields: readonly CounterpartyFieldDefinition[];
  /** The failure reason, if the payment cannot succeed and this is known at once. */
  readonly abandoned: EarlyRefusal | null;
  /** The outgoing payment, if another customer of the platform pays. */
  readonly peerTransactionId: string | null;
  /** How another provider pays it; absent if none does. */
  readonly settlement?: Pick<UmaPaymentRow, 'invoice' | 'callback_key' | 'utxo_callback'>;
}

/** The account that receives a customer's UMA payments in a currency. */
export interface ReceivingAccount {
  readonly accountId: string;
  readonly rail: TransactionRow['payment_rail'];
  readonly network: TransactionRow['network'];
}

/**
 * The customer's chosen account, or else their balance; `undefined` if they have neither in the currency. A wallet
 * whose network has a cost cannot be chosen: the payer has paid for the address only. From the balance, a quote can
 * reach the wallet and take that cost.
 */
export async function findReceivingAccount(
  { unit, tenant, deps }: Pick<WorkContext, 'unit' | 'tenant' | 'deps'>,
  customerId: string,
  currency: CurrencyCode,
): Promise<ReceivingAccount | undefined> {
  const chosen = await findDefaultDeposit(unit, { tenant, customerId, currency });
  if (chosen !== undefined && isFree(deps, accountRoute(chosen).network)) {
    const { defaultRail, network } = accountRoute(chosen);
    return { accountId: chosen.id, rail: defaultRail, network };
  }
  const balance = await findCustomerAccount(unit, tenant, customerId, currency);
  return balance && { accountId: balance.id, rail: null, network: null };
}

/** Stores the payment and emits the event that asks the platform to decide. */
export async function openUmaPayment(
  context: WorkContext,
  payment: UmaPayment,
  reached: ReceivingAccount,
): Promise<TransactionRow> {
  const row = newUmaPayment(context, payment, reached);
  const wanted = await requestedPayeeFields(context, row);
  openTransaction(context, row, wanted.length === 0 ? {} : { requestedReceiverCustomerInfoFields: wanted });
  return payment.abandoned === null ? row : failUnpaid(context, row, payment.abandoned);
}

function newUmaPayment(
  { tenant, now, deps }: WorkContext,
  payment: UmaPayment,
  reached: ReceivingAccount,
): TransactionRow {
  const { sender, receiver, currency, amountMinor } = payment;
  const id = deps.ids.next('Transaction');
  const decideBy = plusMs(now, decisionMs);
  return {
    ...transactionDefaults,
    tenant,
    id,
    type: 'INCOMING',
    direction: 'CREDIT',
    status: firstStatus('INCOMING'),
    customer_id: receiver.id,
    platform_customer_id: receiver.platformCustomerId,
    quote_id: null,
    source: writeJson({ sourceType: 'UMA_ADDRESS', umaAddress: sender.text, currency }),
    destination: writeJson({ destinationType: 'UMA_ADDRESS', umaAddress: receiver.umaAddress, currency }),
    source_account_id: null,
    destination_account_id: reached.accountId,
    source_identifier: sender.text,
    destination_identifier: receiver.umaAddress,
    sent_currency: currency,
    sent_minor: amountMinor,
    received_currency: currency,
    received_minor: amountMinor,
    fees_minor: 0n,
    platform_fees_minor: 0n,
    exchange_rate: '1',
    rate_details: null,
    payment_rail: reached.rail,
    rail_selection_mode: null,
    network: reached.network,
    description: null,
    remittance_information: null,
    purpose_of_payment: null,
    sequence: 1,
    due_at: decideBy,
    due_action: 'TIME_OUT',
    created_at: now,
    updated_at: now,
    funding: 'UMA_PAYMENT',
    reference: payment.reference,
    counterparty_information: writeJson(payment.payer),
    uma: {
      tenant,
      transaction_id: id,
      requested_fields: writeJson(payment.requestedPayeeFields),
      approval_expires_at: decideBy,
      sealed_receiver_information: null,
      ...withoutCounterparty,
      ...payment.settlement,
      peer_transaction_id: payment.peerTransactionId,
    },
  };
}
