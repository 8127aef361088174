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

/** What determines the times of a payment. */
export interface RailTiming {
  readonly transactionId: string;
  readonly rail: RailName;
  /** The currency that arrives; the banks of its country have their own hours. */
  readonly currency: CurrencyCode;
  /** The account number, IBAN or address; `null` inside the service. */
  readonly destinationIdentifier: string | null;
  /** The UMA address that pays; `null` if the source is not one. */
  readonly sourceIdentifier: string | null;
  readonly submittedAt: Instant;
  /** Set once the rail has reported the delivery. */
  readonly deliveredAt: Instant | null;
  /** Set once the refund of a cancellation has ended. */
  readonly refundedAt: Instant | null;
  /** Whether it was requested with `POST /transfer-out`: the sandbox has outcomes of its own for that. */
  readonly isTransfer: boolean;
}

/** An external account as it was registered, for adapters that pay it or collect from it. */
export interface OutsideAccount {
  readonly accountType: AccountType;
  /** Account number, bank, address and beneficiary, as they were submitted. */
  readonly accountInfo: Readonly<Record<string, unknown>>;
  /** A person's full name, or a business's registered name; `null` for a wallet without a name. */
  readonly beneficiaryName: string | null;
}

/** The texts that a rail transmits with a payment. */
export interface CarriedText {
  /** For the statement of the receiver, at most 80 characters. */
  readonly remittanceInformation: string | null;
  readonly purposeOfPayment: PurposeOfPayment | null;
}

/** A payment, with the data that a rail needs to submit it or to find it again. */
export interface RailPayment extends RailTiming, CarriedText {
  /** The amount that must arrive, in the smallest unit of `currency`. */
  readonly amountMinor: bigint;
  /**
   * Reads the account that is paid; `null` if it is not external. It is personal data, so only the adapter that submits
   * reads it, and not every poll.
   */
  readDestination(): Promise<OutsideAccount | null>;
}

/** Known data of the account or wallet that the money came from. */
export interface RefundedPayer {
  readonly accountHolderName?: string | undefined;
  readonly accountIdentifier?: string | undefined;
  readonly bankName?: string | undefined;
  readonly bankIdentifier?: string | undefined;
}

/** A refund, with the data that a rail needs to send it. */
export interface RailRefund extends RailPayment {
  /**
   * The amount to return, in the smallest unit of `refundCurrency`: all that was paid, in the currency of the payment.
   */
  readonly refundMinor: bigint;
  readonly refundCurrency: CurrencyCode;
  /** The payer as reported by their bank or chain; `null` if the money came from a balance or a registered account. */
  readonly payer: RefundedPayer | null;
}

/** The specification's reasons that a rail can give for a payment that it could not deliver. */
export type PayoutFailure = Extract<
  OutgoingTransactionFailureReason | IncomingTransactionFailureReason,
  | 'QUOTE_EXECUTION_FAILED'
  | 'LIMIT_EXCEEDED'
  | 'ACCOUNT_CANNOT_RECEIVE'
  | 'ACCOUNT_INVALID'
  | 'COMPLIANCE_REJECTED'
  | 'OFFRAMP_FAILED'
>;

/** The state of a payment at the rail, the same at each poll until it changes. */
export type RailReport =
  | { readonly kind: 'IN_TRANSIT'; readonly nextPollAt: Instant }
  | { readonly kind: 'DELIVERED'; readonly transactionHash: string | null; readonly nextPollAt: Instant | null }
  | { readonly kind: 'FAILED'; readonly reason: PayoutFailure }
  /** The payment is under review, or the customer has to act. */
  | { readonly kind: 'HELD'; readonly reason: TransactionPendingReason; readonly nextPollAt: Instant }
  /** The rail gave no report for so long that the payment counts as lost. */
  | { readonly kind: 'LOST' }
  | { readonly kind: 'CANCELLED' }
  | { readonly kind: 'RETURNED' }
  /** Final: the payment stays delivered or, if it was cancelled and refunded, undelivered. */
  | { readonly kind: 'FINAL' };

export type RefundReport =
  /** `nextPollAt` is set only if the payment was cancelled and may still be delivered. */
  | { readonly kind: 'SETTLED'; readonly nextPollAt: Instant | null }
  | { readonly kind: 'FAILED' }
  | { readonly kind: 'IN_TRANSIT'; readonly nextPollAt: Instant };

/** The cost of one transfer on a network: in its own asset, and in millionths of a US dollar. */
export interface NetworkCost {
  readonly asset: string;
  readonly feeMinor: number;
  readonly microDollars: bigint;
}

/**
 * The port to banks and chains. Never called inside a database unit: a worker polls when a payment is due and then
 * records the report. The worker may die in between, so a second poll must be harmless: an adapter submits at the first
 * poll and finds the payment by its id afterwards.
 */
export interface Rails {
  /** The usual time from execution to delivery, without nights, weekends and holidays. */
  timelineMs(rail: RailName): number;
  /** When a payment is expected to arrive. */
  expectedAt(payment: RailTiming): Instant;
  /** When to poll a payment for the first time if it is executed now. */
  firstPollAt(payment: RailTiming): Instant;
  networkCost(network: CryptoNetwork): NetworkCost;
  poll(payment: RailPayment, now: Instant): Promise<RailReport>;
  /** Requests to stop a payment in transit; `false` if it is too late. A stopped payment is not delivered. */
  cancel(payment: RailPayment, now: Instant): Promise<boolean>;
  /** When to poll a refund for the first time if it starts now. */
  firstRefundPollAt(payment: RailTiming, now: Instant): Instant;
  pollRefund(refund: RailRefund, now: Instant): Promise<RefundReport>;
}
