/** Providers of identity whose tokens are taken. */
export type IssuerName = 'google' | 'apple';

/** The port to what providers publish about their keys. */
export interface TokenIssuers {
  /** Whether the provider has signed the token. Rejects when it cannot be found out now. */
  isSignedBy(issuer: IssuerName, token: string): Promise<boolean>;
}
