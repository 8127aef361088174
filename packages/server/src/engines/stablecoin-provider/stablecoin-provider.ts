import type { StablecoinNetwork } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';

/** A platform's credentials for the API of its provider. */
export interface ProviderCredentials {
  readonly apiClientId: string;
  readonly apiClientSecret: string;
}

/** The same, with the provider's id of the one account that they are used for. */
export interface ProviderAccess extends ProviderCredentials {
  readonly accountId: string;
}

/** The credentials no longer work: the provider refuses them, or has withdrawn the access. */
export interface AccessProblem {
  readonly kind: 'CREDENTIALS_REFUSED' | 'ACCESS_WITHDRAWN';
}

/** Why the provider did not execute a request. */
export type ProviderProblem =
  /** The provider returned an error; `said` may be shown to the platform. */
  { readonly kind: 'PROVIDER_ERROR'; readonly said: string } | { readonly kind: 'UNREACHABLE' } | AccessProblem;

export function isAccessProblem(answer: { readonly kind: string }): answer is AccessProblem {
  return answer.kind === 'CREDENTIALS_REFUSED' || answer.kind === 'ACCESS_WITHDRAWN';
}

/** Whether the provider's answer is a problem and not a result. */
export function isProviderProblem(answer: { readonly kind: string }): answer is ProviderProblem {
  return answer.kind === 'PROVIDER_ERROR' || answer.kind === 'UNREACHABLE' || isAccessProblem(answer);
}

/** A token, by its ids at the provider and on the network. */
export interface TokenReference {
  readonly providerTokenIdentifier: string;
  readonly networkTokenIdentifier: string;
  readonly network: StablecoinNetwork;
}

/** The provider's data about a token. */
export interface TokenMetadata {
  readonly name: string;
  readonly symbol: string;
  /** The currency that the token represents, as its ISO 4217 code. */
  readonly baseCurrency: string;
  readonly decimals: number;
}

/** A token that is registered here and linked at the provider. */
export interface RegisteredToken extends TokenReference {
  readonly stablecoinId: string;
  readonly registeredAt: Instant;
}

/** The progress of linking. `nextPollAt` is `null` if polling again is useless. */
export type IssuanceReport =
  | { readonly kind: 'IN_REVIEW' | 'PROVISIONING'; readonly nextPollAt: Instant | null }
  | { readonly kind: 'PROVISIONED' | 'REJECTED' | 'FAILED' };

/**
 * The port to a provider that issues tokens on a network and redeems them for money. Never called inside a database
 * unit.
 */
export interface StablecoinProvider {
  /** The accounts that the credentials give access to. */
  findAccounts(
    credentials: ProviderCredentials,
  ): Promise<{ readonly kind: 'ACCOUNTS'; readonly accountIds: readonly string[] } | ProviderProblem>;
  /** The token with both of these ids. */
  readToken(
    access: ProviderAccess,
    token: TokenReference,
  ): Promise<
    { readonly kind: 'TOKEN'; readonly token: TokenMetadata } | { readonly kind: 'UNKNOWN_TOKEN' } | ProviderProblem
  >;
  /** Links the token, or reports the progress. It may be repeated. */
  pollIssuance(access: ProviderAccess, token: RegisteredToken, now: Instant): Promise<IssuanceReport | ProviderProblem>;
}
