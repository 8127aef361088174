import type {
  StablecoinFailureReason,
  StablecoinOperationSource,
  StablecoinOperationType,
  StablecoinPayoutRail,
} from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { ProviderAccess, ProviderProblem, StablecoinProvider, TokenReference } from './stablecoin-provider.ts';

/** An account outside that the provider has to know before it pays there or takes money from there. */
export interface AccountToLink {
  /** The provider knows the account by it: linking it twice gives the same address. */
  readonly accountId: string;
  readonly role: 'DEBITED' | 'PAID';
  /** Account number or wallet address. */
  readonly identifier: string;
  /** What else is known of the account, such as the bank. */
  readonly accountInfo: Readonly<Record<string, unknown>>;
}

/** Why the provider does not use the account. */
export type LinkProblem =
  | 'NOT_LINKED'
  | 'METHOD_REQUIRED'
  | 'LINK_FAILED'
  | 'PROVIDER_LINK_REQUIRED'
  | 'PROVIDER_LINK_FAILED'
  | 'SOURCE_NOT_LINKED';

export type LinkReport =
  /** `addressId` is what the provider calls the account. */
  { readonly kind: 'LINKED'; readonly addressId: string } | { readonly kind: LinkProblem };

/** A mint or burn as the provider is asked for it. */
export interface TokenOrder {
  /** The provider knows the operation by it: an order that comes twice is one operation. */
  readonly operationId: string;
  readonly operationType: StablecoinOperationType;
  readonly token: TokenReference & { readonly symbol: string };
  /** Tokens, in their smallest unit. */
  readonly units: bigint;
  /** The money behind them. */
  readonly moneyMinor: bigint;
  readonly currency: CurrencyCode;
  readonly source: StablecoinOperationSource['type'];
  /** The account that is debited, as the provider calls it; `null` where the money or the tokens are sent. */
  readonly debitedAddressId: string | null;
  /** Who gets the tokens of a mint or the money of a burn, as the provider calls it. */
  readonly paidAddressId: string;
  readonly rail: StablecoinPayoutRail | null;
  readonly orderedAt: Instant;
  /** Since when the provider has the money or the tokens, as far as we know. */
  readonly fundedAt: Instant | null;
}

/** How to send what an operation waits for. */
export interface RequestedFunding {
  readonly instructions: Readonly<Record<string, string>>;
  readonly expiresAt: Instant;
}

/** The provider has taken an operation on. */
export interface BegunReport {
  readonly kind: 'BEGUN';
  readonly providerStatus: string;
  /** `null` where the provider gets the money by itself. */
  readonly funding: RequestedFunding | null;
  /** When to ask what has become of it; `null` where it is of no use before something is sent. */
  readonly lookAgainAt: Instant | null;
}

/** Why an operation broke off. The provider may have more words for it; these are the stable ones. */
export type TokenFailure = StablecoinFailureReason;

/** What the provider says of an operation that it has taken on. */
export type TokenReport =
  /** It has neither the money nor the tokens yet. */
  | { readonly kind: 'WAITING'; readonly providerStatus: string; readonly lookAgainAt: Instant | null }
  /** It has them, and makes or destroys tokens now. */
  | { readonly kind: 'FUNDED'; readonly providerStatus: string; readonly lookAgainAt: Instant }
  | { readonly kind: 'DONE'; readonly providerStatus: string }
  | { readonly kind: 'FAILED'; readonly providerStatus: string; readonly reason: TokenFailure };

/**
 * What an issuer does with tokens. Nothing of it is called while a database unit is open. Each call ends within seconds,
 * with `UNREACHABLE` where the issuer is silent: the mints and burns of all platforms that are due wait for it together.
 */
export interface TokenOperations {
  /** The rails over which it pays out a currency. It has published them, so this asks nobody. */
  payoutRails(currency: CurrencyCode): readonly StablecoinPayoutRail[];
  /** Makes an account known to the provider. */
  linkAccount(access: ProviderAccess, account: AccountToLink): Promise<LinkReport | ProviderProblem>;
  /** Hands an operation over, or says what became of one that was handed over before. */
  begin(access: ProviderAccess, order: TokenOrder, now: Instant): Promise<BegunReport | ProviderProblem>;
  /**
   * Makes sure that an operation of which nobody knows whether it was handed over never begins: also when the order
   * arrives later. `BEGUN` where it has begun and cannot be stopped.
   */
  withdraw(
    access: ProviderAccess,
    order: TokenOrder,
    now: Instant,
  ): Promise<{ readonly kind: 'WITHDRAWN' } | BegunReport | ProviderProblem>;
  /** What has become of it. Asking again is harmless. */
  look(access: ProviderAccess, order: TokenOrder, now: Instant): Promise<TokenReport | ProviderProblem>;
}

/** All that is asked of an issuer. */
export type StablecoinIssuer = StablecoinProvider & TokenOperations;
