import type { CounterpartyFieldDefinition, UserInfoFieldName } from '@payments-platform/types';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { IncomingMessages } from './incoming.ts';
import type { LookupProblem, PayProblem, Problem } from './problems.ts';
import type { UmaAddress } from './uma-address.ts';
import type { Channel, PartyInformation, ReceivableCurrency, UmaContext } from './uma-context.ts';

export type { Channel, PartyInformation, ReceivableCurrency, UmaContext } from './uma-context.ts';

/** A person or business that can be paid. */
export interface Receiver {
  readonly kind: 'RECEIVER';
  /** The preferred one first. */
  readonly currencies: readonly ReceivableCurrency[];
  /** The fields that the receiver's provider demands about the sender. */
  readonly requestedPayerFields: readonly CounterpartyFieldDefinition[];
}

export interface PayRequest {
  readonly receiver: UmaAddress;
  readonly sender: UmaAddress;
  readonly currency: CurrencyCode;
  readonly receivingMinor: bigint;
  readonly payer: PartyInformation;
  /** The fields that this side demands about the receiver. */
  readonly requestedPayeeFields: readonly UserInfoFieldName[];
}

/** How the two providers settle a payment: over Lightning. */
export interface Settlement {
  /** In the form of BOLT 11. */
  readonly invoice: string;
  readonly amountMillisatoshis: bigint;
  /** The key of our callback, to which the receiver's provider reports the channels of the payment. */
  readonly callbackKey: string;
  /** The callback of the receiver's provider for the channels of the payment; `null` if it has none. */
  readonly utxoCallback: string | null;
}

/** The consent of the receiver's provider to a payment. */
export interface Agreement {
  readonly kind: 'AGREED';
  readonly payee: PartyInformation;
  readonly settlement: Settlement;
}

/** Why an announced payment is refused before the platform has to decide. */
export type EarlyRefusal = 'LNURLP_FAILED' | 'PAY_REQUEST_FAILED' | 'COMPLIANCE_REJECTED';

/** A payment that another provider announces. */
interface Announcement {
  readonly payer: PartyInformation;
  /** The fields that the sender's provider demands about the receiver. */
  readonly requestedPayeeFields: readonly CounterpartyFieldDefinition[];
  readonly abandoned: EarlyRefusal | null;
}

/** Why the institution of an external account cannot be looked up. */
export type InstitutionProblem = Extract<
  LookupProblem,
  'LOOKUP_REQUEST_FAILED' | 'LNURLP_REQUEST_FAILED' | 'UNSUPPORTED_UMA_VERSION'
>;

/** The decision about a payment that another provider announced. */
export interface Decision {
  readonly sender: UmaAddress;
  /** The id by which both providers know the payment. */
  readonly reference: string;
  readonly isApproved: boolean;
  readonly payee: PartyInformation;
}

/** Reports a payment that went over Lightning to the other provider. */
export interface SettlementReport {
  readonly own: UmaAddress;
  readonly other: UmaAddress;
  /** The callback of the other provider. */
  readonly utxoCallback: string;
  readonly channels: readonly Channel[];
}

/**
 * The port to other UMA providers. Never called inside a database unit. The adapter signs every message and checks
 * every response, so its results can be trusted.
 */
export interface UmaNetwork {
  lookUp(
    request: { readonly receiver: UmaAddress; readonly sender: UmaAddress },
    context: UmaContext,
  ): Promise<Receiver | Problem<LookupProblem>>;
  /** Sends the pay request to the receiver's provider. A repeated request replaces the previous one. */
  requestPayment(request: PayRequest, context: UmaContext): Promise<Agreement | Problem<PayProblem>>;
  /** Whether the institution of an external account can be reached now. */
  checkInstitution(identifier: string): Promise<Problem<InstitutionProblem> | undefined>;
  /** The data that the provider of `sender` includes when it announces a payment. */
  announce(sender: UmaAddress, requestedPayerFields: readonly UserInfoFieldName[]): Promise<Announcement>;
  /** Notifies the sender's provider; a second notification has no effect there. */
  answer(decision: Decision): Promise<void>;
  /** Reports the channels of a payment to the other provider. The payment stands even if the report fails. */
  reportSettlement(report: SettlementReport, context: UmaContext): Promise<void>;
  /** Reads and answers messages from other providers. */
  incoming(): Promise<IncomingMessages>;
  /** Requests more fields from the provider of `sender`. Returns those that it has. */
  askAboutPayer(sender: UmaAddress, fields: readonly string[]): Promise<PartyInformation>;
}
