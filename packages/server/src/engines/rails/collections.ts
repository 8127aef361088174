import type { IncomingTransactionFailureReason, PaymentRail } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { CarriedText, OutsideAccount } from './rails.ts';

/** What the times of a collection depend on. */
export interface CollectionTiming {
  readonly transactionId: string;
  readonly rail: PaymentRail;
  /** What is taken; banks of its country have their own hours. */
  readonly currency: CurrencyCode;
  /** Account number and so on of the account that pays. */
  readonly sourceIdentifier: string;
  readonly submittedAt: Instant;
}

/** Money that is being taken from an account outside, as its bank needs to know it. */
export interface Collection extends CollectionTiming, CarriedText {
  /** What is to be taken, in the smallest unit of `currency`. */
  readonly amountMinor: bigint;
  /** The account that pays; read by whoever submits. */
  readSource(): Promise<OutsideAccount | null>;
}

/** The reasons of the specification for which a bank does not hand the money over. */
export type CollectionFailure = Extract<
  IncomingTransactionFailureReason,
  'COLLECTION_FAILED' | 'ACCOUNT_INVALID' | 'LIMIT_EXCEEDED' | 'COMPLIANCE_REJECTED'
>;

export type CollectionReport =
  | { readonly kind: 'IN_TRANSIT'; readonly lookAgainAt: Instant }
  | { readonly kind: 'COLLECTED' }
  | { readonly kind: 'FAILED'; readonly reason: CollectionFailure };

/** Whether the bank of an account lets money be taken from it. */
export type ValidationReport =
  | { readonly kind: 'PENDING'; readonly lookAgainAt: Instant }
  | { readonly kind: 'VALIDATED' }
  | { readonly kind: 'REFUSED' };

/** The port to banks that are debited. It is polled, like the one for payouts, and never inside a unit. */
export interface Collections {
  /** When to poll for the first time a collection that is submitted now. */
  firstLookAt(collection: CollectionTiming): Instant;
  look(collection: Collection, now: Instant): Promise<CollectionReport>;
  /** Asks to stop a collection; `false` once the bank has handed the money over. */
  cancel(collection: Collection, now: Instant): Promise<boolean>;
  /** When to poll the validation of a new account for the first time; `null` where its bank confirms it at once. */
  firstValidationLookAt(identifier: string, now: Instant): Instant | null;
  lookAtValidation(identifier: string, registeredAt: Instant, now: Instant): Promise<ValidationReport>;
  /** The balance of an external account as its bank reported last; `undefined` where it does not. */
  balanceMinor(identifier: string): bigint | undefined;
}
