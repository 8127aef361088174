import type { StablecoinNetwork } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';

/** What a provider gave a platform for its interface. */
export interface ProviderCredentials {
  readonly apiClientId: string;
  readonly apiClientSecret: string;
}

/** The same, with the one account that they are used for, as the provider calls it. */
export interface ProviderAccess extends ProviderCredentials {
  readonly accountId: string;
}

/** The credentials are of no use any more: the provider does not take them, or has withdrawn the access. */
export interface AccessProblem {
  readonly kind: 'CREDENTIALS_REFUSED' | 'ACCESS_WITHDRAWN';
}

/** Why the provider did not do what it was asked. */
export type ProviderProblem =
  /** It answered with an error; `said` is fit to be shown to the platform. */
  { readonly kind: 'PROVIDER_ERROR'; readonly said: string } | { readonly kind: 'UNREACHABLE' } | AccessProblem;

export function isAccessProblem(answer: { readonly kind: string }): answer is AccessProblem {
  return answer.kind === 'CREDENTIALS_REFUSED' || answer.kind === 'ACCESS_WITHDRAWN';
}

/** A token by the names that the provider and the network have for it. */
export interface TokenReference {
  readonly providerTokenIdentifier: string;
  readonly networkTokenIdentifier: string;
  readonly network: StablecoinNetwork;
}

/** What the provider knows of a token. */
export interface TokenMetadata {
  readonly name: string;
  readonly symbol: string;
  /** The currency that the token stands for, as ISO 4217 has it. */
  readonly baseCurrency: string;
  readonly decimals: number;
}

/** A token that was registered here and is linked at the provider. */
export interface RegisteredToken extends TokenReference {
  readonly stablecoinId: string;
  readonly registeredAt: Instant;
}

/** How far the linking is. `lookAgainAt` is `null` where it is of no use to ask again. */
export type IssuanceReport =
  | { readonly kind: 'IN_REVIEW' | 'PROVISIONING'; readonly lookAgainAt: Instant | null }
  | { readonly kind: 'PROVISIONED' | 'REJECTED' | 'FAILED' };

/** Who issues tokens on a network and redeems them for money. Nothing is called while a database unit is open. */
export interface StablecoinProvider {
  /** The accounts that the credentials open. */
  findAccounts(
    credentials: ProviderCredentials,
  ): Promise<{ readonly kind: 'ACCOUNTS'; readonly accountIds: readonly string[] } | ProviderProblem>;
  /** The token with both of these names. */
  readToken(
    access: ProviderAccess,
    token: TokenReference,
  ): Promise<
    { readonly kind: 'TOKEN'; readonly token: TokenMetadata } | { readonly kind: 'UNKNOWN_TOKEN' } | ProviderProblem
  >;
  /** Links the token, or says how far that is. Asking again is harmless. */
  lookAtIssuance(
    access: ProviderAccess,
    token: RegisteredToken,
    now: Instant,
  ): Promise<IssuanceReport | ProviderProblem>;
}
