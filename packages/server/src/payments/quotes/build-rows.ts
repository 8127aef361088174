import type { OutgoingRateDetails, PaymentInstructions } from '@payments-platform/types';
import type { ScaPurpose } from '../../access/sca/sca-purpose.ts';
import { mustMove } from '../../engines/states/transition.ts';
import type { PartyInformation, Settlement } from '../../engines/uma/uma-network.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { storedAccountId, storedId } from '../../ground/ids/stored-id.ts';
import { pick, writeJson } from '../../ground/json/json-text.ts';
import { wireMinor } from '../../ground/money/money.ts';
import { firstStatus } from '../transactions/move-payment.ts';
import { transactionDefaults } from '../transactions/transaction-defaults.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';

import type { Destination, Parties, Payer, QuoteRequest, Source } from './parties.ts';
import type { Priced } from './price-payment.ts';
import type { QuoteRow } from './quote-row.ts';
import type { Confirmation } from './uma-receiver.ts';
import type { WalletFunding } from './wallet-payment.ts';

/** A payment that passed its checks, with its price. */
export interface PreparedQuote extends Priced {
  readonly request: QuoteRequest;
  readonly parties: Parties;
  readonly payer: Payer;
  /** Only if a UMA address is paid. */
  readonly confirmation: Confirmation | undefined;
  readonly asker: Asker;
}

/** The caller that requests a quote, if it is not the platform itself, and how. */
export interface Asker {
  readonly agentId?: string;
  /**
   * Set if a decision is still needed before the quote is executed, although the request asked for immediate
   * execution: how long it may take, in milliseconds.
   */
  readonly waitsMs?: number;
  /** Set if the caller requested a transfer, which is a quote for the rest of the server. */
  readonly isTransfer?: true;
}

/** The instructions to pay for a quote, and the reference that identifies the deposit. */
export interface OpenedFunding {
  readonly reference: string;
  readonly instructions: readonly PaymentInstructions[];
}

export interface Draft extends PreparedQuote {
  readonly quoteId: string;
  readonly transactionId: string;
  readonly tenant: number;
  readonly now: Instant;
  readonly expiresAt: Instant;
  /** Set if the money is paid in from outside for this quote. */
  readonly funding: OpenedFunding | undefined;
  /**
   * The payload that the owner of an embedded wallet must sign, and the instructions for someone else to pay
   * instead.
   */
  readonly walletFunding: WalletFunding | undefined;
  /** What the receiver's side discloses about the receiver of a UMA payment. */
  readonly payee: PartyInformation | undefined;
  /** The receiver, if it is a customer of this platform. */
  readonly payeeCustomerId: string | undefined;
  /** How a UMA payment is settled with another provider. */
  readonly settlement: Settlement | undefined;
  /** The reference that identifies a UMA payment on both sides. */
  readonly reference: string | undefined;
  readonly scaPurposes: readonly ScaPurpose[];
}

/**
 * The source as requested, with the sender of a UMA lookup if the request names no customer. Unknown members of the
 * request are dropped.
 */
function quoteSource({ request: { source }, parties }: Draft): QuoteRow['source'] {
  if (source.sourceType === 'ACCOUNT') return writeJson(pick(source, ['sourceType', 'accountId', 'customerId']));
  const { customerId } = parties.source;
  const named = customerId === null ? source : { ...source, customerId: storedId('Customer', customerId) };
  return writeJson(pick(named, ['sourceType', 'customerId', 'currency', 'cryptoNetwork']));
}

/** The destination as requested; a UMA address in its normalized form and with the currency that was found. */
function quoteDestination({ request: { destination }, parties }: Draft): QuoteRow['destination'] {
  const { uma, currency } = parties.destination;
  if (destination.destinationType === 'ACCOUNT')
    return writeJson(pick(destination, ['destinationType', 'accountId', 'paymentRail']));
  const umaAddress = uma?.address.text ?? destination.umaAddress;
  return writeJson({ destinationType: 'UMA_ADDRESS', umaAddress, currency });
}

function transactionDestination({ uma, accountId, currency }: Destination): TransactionRow['destination'] {
  return uma === undefined
    ? writeJson({ destinationType: 'ACCOUNT', accountId: storedAccountId(accountId ?? ''), currency })
    : writeJson({ destinationType: 'UMA_ADDRESS', umaAddress: uma.address.text, currency });
}

export function newQuote(draft: Draft): QuoteRow {
  const { request, parties, price, now } = draft;
  return {
    tenant: draft.tenant,
    id: draft.quoteId,
    status: mustMove('quote', null, 'CREATE').to,
    transaction_id: draft.transactionId,
    customer_id: draft.payer.customerId,
    source: quoteSource(draft),
    destination: quoteDestination(draft),
    source_account_id: parties.source.accountId,
    destination_account_id: parties.destination.accountId,
    payee_customer_id: draft.payeeCustomerId ?? null,
    locked_side: request.lockedCurrencySide,
    sending_currency: parties.source.currency,
    receiving_currency: parties.destination.currency,
    token: parties.source.token,
    sending_minor: price.sendingMinor,
    receiving_minor: price.receivingMinor,
    fees_minor: price.fees.totalMinor,
    platform_fees_minor: price.fees.platformMinor,
    exchange_rate: draft.rate,
    rate_details: writeJson(rateDetails(draft)),
    description: request.description ?? null,
    created_at: now,
    updated_at: now,
    expires_at: draft.expiresAt,
    funding_reference: (draft.funding ?? draft.walletFunding)?.reference ?? null,
    payment_instructions: instructionsOf(draft),
    counterparty_information: draft.payee === undefined ? null : writeJson(draft.payee),
    sca_purposes: draft.scaPurposes.length === 0 ? null : writeJson(draft.scaPurposes),
  };
}

function instructionsOf({ funding, walletFunding }: Draft): QuoteRow['payment_instructions'] {
  const instructions = (funding ?? walletFunding)?.instructions;
  return instructions === undefined ? null : writeJson(instructions);
}

function rateDetails({ rate, fees, price }: Draft): OutgoingRateDetails {
  return {
    counterpartyMultiplier: 1,
    counterpartyFixedFee: 0,
    serviceApiMultiplier: Number(rate),
    serviceApiFixedFee: wireMinor(fees.service.fixedMinor),
    serviceApiVariableFeeRate: fees.service.variableBps / 10_000,
    serviceApiVariableFeeAmount: wireMinor(price.fees.serviceVariableMinor),
  };
}

/** The transaction of the quote, due when the quote expires. */
export function newTransaction(draft: Draft, quote: QuoteRow): TransactionRow {
  const { request, payer, now } = draft;
  const { source, destination } = draft.parties;
  const type = destination.isInternal ? 'INCOMING' : 'OUTGOING';
  return {
    ...transactionDefaults,
    tenant: draft.tenant,
    id: draft.transactionId,
    type,
    direction: destination.isInternal && source.funding !== 'COLLECTION' ? 'CREDIT' : 'DEBIT',
    status: firstStatus(type),
    customer_id: payer.customerId,
    platform_customer_id: payer.platformCustomerId,
    quote_id: quote.id,
    source: transactionSource(source),
    destination: transactionDestination(destination),
    source_account_id: source.accountId,
    destination_account_id: destination.accountId,
    source_identifier: source.identifier,
    destination_identifier: destination.identifier,
    sent_currency: source.currency,
    sent_minor: quote.sending_minor,
    received_currency: destination.currency,
    received_minor: quote.receiving_minor,
    token: quote.token,
    fees_minor: quote.fees_minor,
    platform_fees_minor: quote.platform_fees_minor,
    exchange_rate: quote.exchange_rate,
    rate_details: quote.rate_details,
    // For a direct debit, the rail that the money comes in over; for any other payment, the rail that it leaves over.
    payment_rail: source.funding === 'COLLECTION' ? source.bankRail : destination.bankRail,
    rail_selection_mode:
      destination.isInternal || destination.uma !== undefined ? null : destination.isRailChosen ? 'MANUAL' : 'AUTO',
    network: destination.network,
    description: request.description ?? null,
    remittance_information: request.remittanceInformation ?? null,
    purpose_of_payment: request.purposeOfPayment ?? null,
    sequence: 1,
    due_at: quote.expires_at,
    due_action: 'EXPIRE',
    created_at: now,
    updated_at: now,
    funding: source.funding,
    realtimeFunding: fundingOf(quote),
    uma: settlementOf(draft),
    reference: draft.funding?.reference ?? draft.reference ?? null,
    counterparty_information: quote.counterparty_information,
    agent_id: draft.asker.agentId ?? null,
    is_transfer: draft.asker.isTransfer === true ? 1 : 0,
  };
}

/** How a payment to another provider is settled; a payment to a customer of this platform gets its other half later. */
function settlementOf({ tenant, transactionId, settlement }: Draft): TransactionRow['uma'] {
  if (settlement === undefined) return null;
  return {
    tenant,
    transaction_id: transactionId,
    requested_fields: null,
    approval_expires_at: null,
    sealed_receiver_information: null,
    peer_transaction_id: null,
    invoice: settlement.invoice,
    callback_key: settlement.callbackKey,
    utxo_callback: settlement.utxoCallback,
    counterparty_channels: null,
  };
}

/** The payer of a deposit is known only when the rail reports it. */
function transactionSource({ accountId, customerId, currency }: Source): TransactionRow['source'] {
  if (accountId !== null) return writeJson({ sourceType: 'ACCOUNT', accountId: storedAccountId(accountId), currency });
  const payer = customerId === null ? {} : { customerId: storedId('Customer', customerId) };
  return writeJson({ sourceType: 'REALTIME_FUNDING', ...payer, currency });
}

function fundingOf(quote: QuoteRow): TransactionRow['realtimeFunding'] {
  const { tenant, transaction_id, payment_instructions, source_account_id } = quote;
  if (source_account_id !== null || payment_instructions === null) return null;
  return { tenant, transaction_id, payment_instructions, funded_minor: null };
}
