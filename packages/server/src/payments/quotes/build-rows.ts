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

/** A payment that may be made, with its price. */
export interface PreparedQuote extends Priced {
  readonly request: QuoteRequest;
  readonly parties: Parties;
  readonly payer: Payer;
  /** Only where a UMA address is paid. */
  readonly confirmation: Confirmation | undefined;
  readonly asker: Asker;
}

/** Who asks for a quote, where it is not the platform itself. */
export interface Asker {
  readonly agentId?: string;
  /** Set where somebody has yet to say that the quote may be executed, although it asks for that: at most so long. */
  readonly waitsMs?: number;
}

/** What a payer needs to pay for a quote, and what the deposit is recognised by. */
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
  /** Where the money is paid in, when it comes from outside for this quote. */
  readonly funding: OpenedFunding | undefined;
  /** What the owner of an embedded wallet has to sign, and how somebody else pays in their place. */
  readonly walletFunding: WalletFunding | undefined;
  /** What the receiver's side tells about a receiver of a UMA payment. */
  readonly payee: PartyInformation | undefined;
  /** Who that is, where it is a customer of the platform's own. */
  readonly payeeCustomerId: string | undefined;
  /** How another provider is paid for a UMA payment. */
  readonly settlement: Settlement | undefined;
  /** What a UMA payment is recognised by on both sides. */
  readonly reference: string | undefined;
  readonly scaPurposes: readonly ScaPurpose[];
}

/**
 * Where the money comes from, as it was asked for; with who pays it in, if the lookup of a UMA address has named
 * them. A request may carry members that nobody knows.
 */
function quoteSource({ request: { source }, parties }: Draft): QuoteRow['source'] {
  if (source.sourceType === 'ACCOUNT') return writeJson(pick(source, ['sourceType', 'accountId', 'customerId']));
  const { customerId } = parties.source;
  const named = customerId === null ? source : { ...source, customerId: storedId('Customer', customerId) };
  return writeJson(pick(named, ['sourceType', 'customerId', 'currency', 'cryptoNetwork']));
}

/** Where the money goes, as it was asked for; a UMA address in the form and currency that it was found in. */
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

/** The transaction that carries the quote's money, with the expiry of the quote as its next due action. */
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
    // The rail of a pull is the one it comes over, that of any other payment the one it leaves over.
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
  };
}

/** How a payment to another provider is settled with it; one to a customer of the platform's own gets its other half later. */
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

/** The rail tells about the payer of a deposit only when it arrives. */
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
