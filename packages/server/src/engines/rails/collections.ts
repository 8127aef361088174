import type { IncomingTransactionFailureReason, PaymentRail } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { CarriedText, OutsideAccount } from './rails.ts';

/** What determines the times of a collection. */
export interface CollectionTiming {
  readonly transactionId: string;
  readonly rail: PaymentRail;
  /** The currency that is collected; the banks of its country have their own hours. */
  readonly currency: CurrencyCode;
  /** The identifier, such as the account number, of the account that pays. */
  readonly sourceIdentifier: string;
  readonly submittedAt: Instant;
}

/** A collection from an external account, with the data that its bank needs. */
export interface Collection extends CollectionTiming, CarriedText {
  /** The amount to collect, in the smallest unit of `currency`. */
  readonly amountMinor: bigint;
  /** Reads the account that pays. Only the adapter that submits the collection calls it. */
  readSource(): Promise<OutsideAccount | null>;
}

/** The specification's reasons why a bank does not pay a collection. */
export type CollectionFailure = Extract<
  IncomingTransactionFailureReason,
  'COLLECTION_FAILED' | 'ACCOUNT_INVALID' | 'LIMIT_EXCEEDED' | 'COMPLIANCE_REJECTED'
>;

export type CollectionReport =
  | { readonly kind: 'IN_TRANSIT'; readonly nextPollAt: Instant }
  | { readonly kind: 'COLLECTED' }
  | { readonly kind: 'FAILED'; readonly reason: CollectionFailure };

/** Whether the bank of an account allows collections from it. */
type ValidationReport =
  | { readonly kind: 'PENDING'; readonly nextPollAt: Instant }
  | { readonly kind: 'VALIDATED' }
  | { readonly kind: 'REFUSED' };

/** The port to banks for direct debits. It is polled, like the port for payouts, and never inside a unit. */
export interface Collections {
  /** When to poll a collection for the first time if it is submitted now. */
  firstPollAt(collection: CollectionTiming): Instant;
  poll(collection: Collection, now: Instant): Promise<CollectionReport>;
  /** Requests to stop a collection; `false` once the bank has paid it. */
  cancel(collection: Collection, now: Instant): Promise<boolean>;
  /** When to poll the validation of a new account for the first time; `null` if its bank confirms it at once. */
  firstValidationPollAt(identifier: string, now: Instant): Instant | null;
  pollValidation(identifier: string, registeredAt: Instant, now: Instant): Promise<ValidationReport>;
  /** The last balance of an external account that its bank reported; `undefined` if it reports none. */
  balanceMinor(identifier: string): bigint | undefined;
}
