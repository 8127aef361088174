import type {
  CryptoNetwork,
  IncomingTransactionFailureReason,
  PaymentInstructions,
  PaymentRail,
} from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

/** A bank rail or network that can deliver money. */
export type FundingRoute = PaymentRail | CryptoNetwork | 'LIGHTNING';

/** The payment that the instructions are for. */
export interface ExpectedPayment {
  readonly amountMinor: bigint;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** The target of a deposit: an internal account or one quote. */
export interface Fundable {
  /** The same id always gets the same instructions. */
  readonly id: string;
  readonly reference: string;
  /** Absent if the instructions are permanent. */
  readonly payment?: ExpectedPayment;
}

/** An internal account, with the data that its payers need. */
export interface FundableAccount extends Fundable {
  readonly currency: string;
  readonly customer_id: string | null;
}

/** A quote that waits for money from outside. */
interface QuoteToFund {
  readonly quoteId: string;
  /** The customer who pays; `null` when the platform does. */
  readonly customerId: string | null;
  readonly currency: CurrencyCode;
  /** The payer copies it, and the deposit is recognized by it. */
  readonly reference: string;
  /** The rails or networks over which the money may arrive. */
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

/** Money that arrived from outside. */
export interface Arrival {
  /** The id that the bank or chain gives it, the same in every report. */
  readonly arrivalId: string;
  /** The reference in the instructions that the payer used. */
  readonly reference: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly route: FundingRoute;
  readonly payer: Payer;
  /** Only on a chain. */
  readonly transactionHash?: string;
}

/** A deposit that was reported and is not credited yet. */
interface SeenDeposit {
  readonly transactionId: string;
  readonly payerIdentifier: string | null;
}

/** The specification's reasons why a deposit is not credited. */
export type DepositFailure = Extract<IncomingTransactionFailureReason, 'COLLECTION_FAILED' | 'COMPLIANCE_REJECTED'>;

export type ClearanceReport =
  | { readonly kind: 'CLEARED' }
  | { readonly kind: 'FAILED'; readonly reason: DepositFailure };

/**
 * The port to the services that watch accounts and chains for deposits. Like every port it is polled. It returns an
 * arrival until it is acknowledged, so one that was reported before a crash is reported again.
 */
export interface Funding {
  /** Permanent instructions for every way to pay into an internal account. Each is sufficient alone. */
  standingInstructions(account: FundableAccount): PaymentInstructions[];
  /** Every rail and network that can deliver the currency. */
  routesInto(currency: CurrencyCode): readonly FundingRoute[];
  /** Instructions to pay for the quote, one entry for each way. Each is sufficient alone. */
  instructionsFor(quote: QuoteToFund): PaymentInstructions[];
  /** When to poll for arrivals next; `undefined` if there is nothing to poll. */
  nextPollAt(): Instant | undefined;
  arrivals(): Promise<readonly Arrival[]>;
  acknowledge(arrivalIds: readonly string[]): Promise<void>;
  /** Whether a due deposit may be credited: its bank may recall it, and screening may stop it. */
  pollClearance(deposit: SeenDeposit): Promise<ClearanceReport>;
}
