import type {
  StablecoinFailureReason,
  StablecoinOperationSource,
  StablecoinOperationType,
  StablecoinPayoutRail,
} from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { ProviderAccess, ProviderProblem, StablecoinProvider, TokenReference } from './stablecoin-provider.ts';

/** An external account that the provider must know before it pays it or collects from it. */
export interface AccountToLink {
  /** The provider identifies the account by it: linking it twice returns the same address. */
  readonly accountId: string;
  readonly role: 'DEBITED' | 'PAID';
  /** Account number or wallet address. */
  readonly identifier: string;
  /** Other known data of the account, such as the bank. */
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

type LinkReport =
  /** `addressId` is the provider's id of the account. */
  { readonly kind: 'LINKED'; readonly addressId: string } | { readonly kind: LinkProblem };

/** An order to mint or burn tokens. */
export interface TokenOrder {
  /** The provider identifies the operation by it: a repeated order is one operation. */
  readonly operationId: string;
  readonly operationType: StablecoinOperationType;
  readonly token: TokenReference & { readonly symbol: string };
  /** The amount of tokens, in their smallest unit. */
  readonly units: bigint;
  /** The money that they represent. */
  readonly moneyMinor: bigint;
  readonly currency: CurrencyCode;
  readonly source: StablecoinOperationSource['type'];
  /** The provider's id of the account that is debited; `null` if the money or the tokens are sent instead. */
  readonly debitedAddressId: string | null;
  /** The provider's id of the account that receives the tokens of a mint or the money of a burn. */
  readonly paidAddressId: string;
  readonly rail: StablecoinPayoutRail | null;
  readonly orderedAt: Instant;
  /** Since when the provider has the money or the tokens, if that is known. */
  readonly fundedAt: Instant | null;
}

/** How to send the money or tokens that an operation waits for. */
export interface RequestedFunding {
  readonly instructions: Readonly<Record<string, string>>;
  readonly expiresAt: Instant;
}

/** The provider has accepted an operation. */
export interface AcceptedOperation {
  readonly kind: 'BEGUN';
  readonly providerStatus: string;
  /** `null` if the provider collects the money itself. */
  readonly funding: RequestedFunding | null;
  /** When to poll the operation; `null` if that is useless before something is sent. */
  readonly nextPollAt: Instant | null;
}

/** Why an operation failed. The provider may give more detail; these reasons are stable. */
export type TokenFailure = StablecoinFailureReason;

/** The state of an accepted operation at the provider. */
export type TokenReport =
  /** The provider does not have the money or the tokens yet. */
  | { readonly kind: 'WAITING'; readonly providerStatus: string; readonly nextPollAt: Instant | null }
  /** The provider has them, and is minting or burning. */
  | { readonly kind: 'FUNDED'; readonly providerStatus: string; readonly nextPollAt: Instant }
  | { readonly kind: 'DONE'; readonly providerStatus: string }
  | { readonly kind: 'FAILED'; readonly providerStatus: string; readonly reason: TokenFailure };

/**
 * The token operations of an issuer. Never called inside a database unit. Each call returns within seconds, with
 * `UNREACHABLE` if the issuer does not respond: all due mints and burns of all platforms wait for it.
 */
export interface TokenOperations {
  /** The rails for payouts in a currency. The issuer has published them, so this sends no request. */
  payoutRails(currency: CurrencyCode): readonly StablecoinPayoutRail[];
  /** Registers an account at the provider. */
  linkAccount(access: ProviderAccess, account: AccountToLink): Promise<LinkReport | ProviderProblem>;
  /** Submits an operation, or reports the state of one that was submitted before. */
  begin(access: ProviderAccess, order: TokenOrder, now: Instant): Promise<AcceptedOperation | ProviderProblem>;
  /**
   * Ensures that an operation never starts if it is unknown whether its order was submitted, even if the order arrives
   * later. Returns `BEGUN` if it has started and cannot be stopped.
   */
  withdraw(
    access: ProviderAccess,
    order: TokenOrder,
    now: Instant,
  ): Promise<{ readonly kind: 'WITHDRAWN' } | AcceptedOperation | ProviderProblem>;
  /** The state of the operation. It may be repeated. */
  poll(access: ProviderAccess, order: TokenOrder, now: Instant): Promise<TokenReport | ProviderProblem>;
}

/** All operations of an issuer. */
export type StablecoinIssuer = StablecoinProvider & TokenOperations;
