import type {
  CryptoNetwork,
  IncomingTransactionFailureReason,
  PaymentInstructions,
  PaymentRail,
} from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

/** A bank rail or a network over which money can come in. */
export type FundingRoute = PaymentRail | CryptoNetwork | 'LIGHTNING';

/** The one payment that instructions are made for. */
export interface ExpectedPayment {
  readonly amountMinor: bigint;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** What money is paid in for: an internal account, or one quote. */
export interface Fundable {
  /** The same id always gets the same instructions. */
  readonly id: string;
  readonly reference: string;
  /** Left out where the instructions are for good. */
  readonly payment?: ExpectedPayment;
}

/** An internal account as those who pay into it need to know it. */
export interface FundableAccount extends Fundable {
  readonly currency: string;
  readonly customer_id: string | null;
}

/** One quote that waits for money from outside. */
export interface QuoteToFund {
  readonly quoteId: string;
  /** The customer who pays; `null` when the platform does. */
  readonly customerId: string | null;
  readonly currency: CurrencyCode;
  /** What the payer copies, and what the money is recognised by. */
  readonly reference: string;
  /** The rails or networks that the money may come over. */
  readonly routes: readonly FundingRoute[];
  readonly payment: ExpectedPayment;
}

/** The payer, with the details that the rail reports. */
export interface Payer {
  readonly accountHolderName?: string;
  readonly accountIdentifier?: string;
  readonly bankName?: string;
  readonly bankIdentifier?: string;
  readonly remittanceInformation?: string;
  readonly endToEndId?: string;
  readonly traceNumber?: string;
}

/** Money that came in from outside. */
export interface Arrival {
  /** The bank's or the chain's own id of it, the same each time it is reported. */
  readonly arrivalId: string;
  /** The reference of the instructions that were paid to. */
  readonly reference: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly route: FundingRoute;
  readonly payer: Payer;
  /** Only on a chain. */
  readonly transactionHash?: string;
}

/** A deposit that has been seen and is not credited yet. */
export interface SeenDeposit {
  readonly transactionId: string;
  readonly payerIdentifier: string | null;
}

/** The reasons of the specification for which a deposit is not credited. */
export type DepositFailure = Extract<IncomingTransactionFailureReason, 'COLLECTION_FAILED' | 'COMPLIANCE_REJECTED'>;

export type ClearanceReport =
  | { readonly kind: 'CLEARED' }
  | { readonly kind: 'FAILED'; readonly reason: DepositFailure };

/**
 * The port to those who watch accounts and chains for money. Like every port it is polled: arrivals are
 * returned until they are acknowledged, so that one that was reported before a crash is reported again.
 */
export interface Funding {
  /** Every way to pay into an internal account, for good; each is complete in itself. */
  standingInstructions(account: FundableAccount): PaymentInstructions[];
  /** Every rail and network over which the currency can be paid in. */
  routesInto(currency: CurrencyCode): readonly FundingRoute[];
  /** Where to pay for the quote; one entry for each way, any one of which is enough. */
  instructionsFor(quote: QuoteToFund): PaymentInstructions[];
  /** When to poll for arrivals next; `undefined` where nothing is polled. */
  nextLookAt(): Instant | undefined;
  arrivals(): Promise<readonly Arrival[]>;
  acknowledge(arrivalIds: readonly string[]): Promise<void>;
  /** Whether a deposit may be credited, requested once it is due: its bank may recall it, screening may stop it. */
  lookAtClearance(deposit: SeenDeposit): Promise<ClearanceReport>;
}
