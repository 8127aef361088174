import type {
  AccountType,
  CryptoNetwork,
  IncomingTransactionFailureReason,
  OutgoingTransactionFailureReason,
  PurposeOfPayment,
  RailName,
  TransactionPendingReason,
} from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

export type { RailName };

/** What the times of a payment depend on. */
export interface RailTiming {
  readonly transactionId: string;
  readonly rail: RailName;
  /** What arrives; banks of its country have their own hours. */
  readonly currency: CurrencyCode;
  /** Account number, IBAN, address and so on; `null` inside the service. */
  readonly destinationIdentifier: string | null;
  /** The UMA address that pays; `null` where the money does not come from one. */
  readonly sourceIdentifier: string | null;
  readonly submittedAt: Instant;
  /** Set once the rail has reported the delivery. */
  readonly deliveredAt: Instant | null;
  /** Set once the refund of a cancellation has ended. */
  readonly refundedAt: Instant | null;
}

/** An account outside as it was registered, for those who pay it or take money from it. */
export interface OutsideAccount {
  readonly accountType: AccountType;
  /** Its number, bank, address and so on, with the beneficiary as they were given. */
  readonly accountInfo: Readonly<Record<string, unknown>>;
  /** Of a person in full, of a business as it is registered; `null` for a wallet that names nobody. */
  readonly beneficiaryName: string | null;
}

/** What of a payment travels with it. */
export interface CarriedText {
  /** For the statement of the receiver, at most 80 characters. */
  readonly remittanceInformation: string | null;
  readonly purposeOfPayment: PurposeOfPayment | null;
}

/** A payment as the outside world needs to know it, to submit it or to find it again. */
export interface RailPayment extends RailTiming, CarriedText {
  /** What has to arrive, in the smallest unit of `currency`. */
  readonly amountMinor: bigint;
  /**
   * The account that is paid, `null` where there is none outside. It is personal, so it is read by whoever submits and
   * not at every look.
   */
  readDestination(): Promise<OutsideAccount | null>;
}

/** What is known of the account or wallet that money came from. */
export interface RefundedPayer {
  readonly accountHolderName?: string | undefined;
  readonly accountIdentifier?: string | undefined;
  readonly bankName?: string | undefined;
  readonly bankIdentifier?: string | undefined;
}

/** A payment whose money goes back, for whoever sends it. */
export interface RailRefund extends RailPayment {
  /** What goes back, in the smallest unit of `refundCurrency`: all that was paid, in the currency it was paid in. */
  readonly refundMinor: bigint;
  readonly refundCurrency: CurrencyCode;
  /** Who paid it in, as their bank or chain told; `null` where it came from a balance or a registered account. */
  readonly payer: RefundedPayer | null;
}

/** The reasons of the specification that a rail can give for a payment it could not deliver. */
export type PayoutFailure = Extract<
  OutgoingTransactionFailureReason | IncomingTransactionFailureReason,
  | 'QUOTE_EXECUTION_FAILED'
  | 'LIMIT_EXCEEDED'
  | 'ACCOUNT_CANNOT_RECEIVE'
  | 'ACCOUNT_INVALID'
  | 'COMPLIANCE_REJECTED'
  | 'OFFRAMP_FAILED'
>;

/** What the rail reports about a payment, the same at each poll until it changes. */
export type RailReport =
  | { readonly kind: 'IN_TRANSIT'; readonly lookAgainAt: Instant }
  | { readonly kind: 'DELIVERED'; readonly transactionHash: string | null; readonly lookAgainAt: Instant | null }
  | { readonly kind: 'FAILED'; readonly reason: PayoutFailure }
  /** Somebody reviews it, or waits for the customer to act. */
  | { readonly kind: 'HELD'; readonly reason: TransactionPendingReason; readonly lookAgainAt: Instant }
  /** Nothing was heard of it for so long that it is given up. */
  | { readonly kind: 'LOST' }
  | { readonly kind: 'CANCELLED' }
  | { readonly kind: 'RETURNED' }
  /** Final: it stays delivered or, where it was cancelled and refunded, undelivered. */
  | { readonly kind: 'FINAL' };

export type RefundReport =
  /** `lookAgainAt` only where the payment was cancelled and may be delivered all the same. */
  | { readonly kind: 'SETTLED'; readonly lookAgainAt: Instant | null }
  | { readonly kind: 'FAILED' }
  | { readonly kind: 'IN_TRANSIT'; readonly lookAgainAt: Instant };

/** What one transfer costs on a network: in its own asset, and in millionths of a US dollar. */
export interface NetworkCost {
  readonly asset: string;
  readonly feeMinor: number;
  readonly microDollars: bigint;
}

/**
 * The port to banks and chains. Nothing is called inside a database unit: a worker polls when a payment
 * is due and then records the report. Polling twice must be harmless, since a worker may die in between;
 * an adapter submits at the first look and recognises the payment by its id afterwards.
 */
export interface Rails {
  /** How long a delivery usually takes, measured from execution, with no night, weekend or holiday in between. */
  timelineMs(rail: RailName): number;
  /** When a payment is expected to arrive. */
  expectedAt(payment: RailTiming): Instant;
  /** When to poll for the first time a payment that is executed now. */
  firstLookAt(payment: RailTiming): Instant;
  networkCost(network: CryptoNetwork): NetworkCost;
  look(payment: RailPayment, now: Instant): Promise<RailReport>;
  /** Asks to stop a payment on its way; `false` once it is too late. A stopped payment is not delivered. */
  cancel(payment: RailPayment, now: Instant): Promise<boolean>;
  /** When to poll for the first time a refund that starts now. */
  firstRefundLookAt(payment: RailTiming, now: Instant): Instant;
  lookAtRefund(refund: RailRefund, now: Instant): Promise<RefundReport>;
}
