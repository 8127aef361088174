import type { CounterpartyFieldDefinition, UserInfoFieldName } from '@payments-platform/types';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { LookupProblem, PayProblem, Problem } from './problems.ts';
import type { UmaAddress } from './uma-address.ts';

/** What is known about a person or business, by the names of the specification. */
export type PartyInformation = Readonly<Record<string, unknown>>;

/** A currency in which an account or address can be paid, with the least and the most that can arrive. */
export interface ReceivableCurrency {
  readonly currency: CurrencyCode;
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
}

/** Somebody who can be paid. */
export interface Receiver {
  readonly kind: 'RECEIVER';
  /** The preferred one first. */
  readonly currencies: readonly ReceivableCurrency[];
  /** The fields that the receiver's provider demands about the sender. */
  readonly wantedOfPayer: readonly CounterpartyFieldDefinition[];
}

export interface PayRequest {
  readonly receiver: UmaAddress;
  readonly sender: UmaAddress;
  readonly currency: CurrencyCode;
  readonly receivingMinor: bigint;
  readonly payer: PartyInformation;
  /** The fields that this side demands about the receiver. */
  readonly wantedOfPayee: readonly UserInfoFieldName[];
}

/** The receiver's provider takes the payment. */
export interface Agreement {
  readonly kind: 'AGREED';
  readonly payee: PartyInformation;
}

/** Why a payment that another provider announced is refused before the platform is asked to decide. */
export type Abandonment = 'LNURLP_FAILED' | 'PAY_REQUEST_FAILED' | 'COMPLIANCE_REJECTED';

/** A payment that another provider announces. */
export interface Announcement {
  readonly payer: PartyInformation;
  /** The fields that the sender's provider demands about the receiver. */
  readonly wantedOfPayee: readonly CounterpartyFieldDefinition[];
  readonly abandoned: Abandonment | null;
}

/** Why no lookup at the institution of an external account is possible. */
export type InstitutionProblem = Extract<
  LookupProblem,
  'LOOKUP_REQUEST_FAILED' | 'LNURLP_REQUEST_FAILED' | 'UNSUPPORTED_UMA_VERSION'
>;

/** What was decided about a payment that another provider announced. */
export interface Decision {
  readonly sender: UmaAddress;
  /** By which both providers know the payment. */
  readonly reference: string;
  readonly isApproved: boolean;
  readonly payee: PartyInformation;
}

/**
 * The port to the other providers of UMA. Nothing is called inside a database unit. Every message is
 * signed and checked by the adapter; what it answers can be trusted.
 */
export interface UmaNetwork {
  lookUp(request: {
    readonly receiver: UmaAddress;
    readonly sender: UmaAddress;
  }): Promise<Receiver | Problem<LookupProblem>>;
  /** Sends the pay request to the receiver's provider; another one replaces it. */
  requestPayment(request: PayRequest): Promise<Agreement | Problem<PayProblem>>;
  /** Whether the institution of an external account can be reached now. */
  checkInstitution(identifier: string): Promise<Problem<InstitutionProblem> | undefined>;
  /** What the provider of `sender` says when it announces a payment. */
  announce(sender: UmaAddress, wantedOfPayer: readonly UserInfoFieldName[]): Promise<Announcement>;
  /** Notifies the provider of the sender; a second notification has no effect there. */
  answer(decision: Decision): Promise<void>;
  /** Asks the provider of `sender` for more; answers what it has of it. */
  askAboutPayer(sender: UmaAddress, fields: readonly string[]): Promise<PartyInformation>;
}
