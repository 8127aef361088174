import type { CounterpartyFieldDefinition, UserInfoFieldName } from '@payments-platform/types';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { IncomingMessages } from './incoming.ts';
import type { LookupProblem, PayProblem, Problem } from './problems.ts';
import type { UmaAddress } from './uma-address.ts';
import type { Channel, PartyInformation, ReceivableCurrency, UmaContext } from './uma-context.ts';

export type { Channel, PartyInformation, ReceivableCurrency, UmaContext } from './uma-context.ts';

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

/** How the two providers settle a payment between them: over Lightning. */
export interface Settlement {
  /** In the form of BOLT 11. */
  readonly invoice: string;
  readonly amountMillisatoshis: bigint;
  /** Under which the receiver's provider tells us over which channels it was paid. */
  readonly callbackKey: string;
  /** Where the receiver's provider wants to be told over which channels it was paid; `null` where it does not. */
  readonly utxoCallback: string | null;
}

/** The receiver's provider takes the payment. */
export interface Agreement {
  readonly kind: 'AGREED';
  readonly payee: PartyInformation;
  readonly settlement: Settlement;
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

/** A payment has gone over Lightning, and the other provider wants to know how. */
export interface SettlementReport {
  readonly own: UmaAddress;
  readonly other: UmaAddress;
  /** Where the other provider wants to be told. */
  readonly utxoCallback: string;
  readonly channels: readonly Channel[];
}

/**
 * The port to the other providers of UMA. Nothing is called inside a database unit. Every message is
 * signed and checked by the adapter; what it answers can be trusted.
 */
export interface UmaNetwork {
  lookUp(
    request: { readonly receiver: UmaAddress; readonly sender: UmaAddress },
    context: UmaContext,
  ): Promise<Receiver | Problem<LookupProblem>>;
  /** Sends the pay request to the receiver's provider; another one replaces it. */
  requestPayment(request: PayRequest, context: UmaContext): Promise<Agreement | Problem<PayProblem>>;
  /** Whether the institution of an external account can be reached now. */
  checkInstitution(identifier: string): Promise<Problem<InstitutionProblem> | undefined>;
  /** What the provider of `sender` says when it announces a payment. */
  announce(sender: UmaAddress, wantedOfPayer: readonly UserInfoFieldName[]): Promise<Announcement>;
  /** Notifies the provider of the sender; a second notification has no effect there. */
  answer(decision: Decision): Promise<void>;
  /** Tells the other provider over which channels a payment went; the payment stands, whether it listens or not. */
  reportSettlement(report: SettlementReport, context: UmaContext): Promise<void>;
  /** What other providers send is read and answered by this. */
  incoming(): Promise<IncomingMessages>;
  /** Asks the provider of `sender` for more; answers what it has of it. */
  askAboutPayer(sender: UmaAddress, fields: readonly string[]): Promise<PartyInformation>;
}
