/** The identity providers whose tokens are accepted. */
export type IssuerName = 'google' | 'apple';

/** The port to the published keys of the providers. */
export interface TokenIssuers {
  /** Whether the provider has signed the token. Rejects if that cannot be determined now. */
  isSignedBy(issuer: IssuerName, token: string): Promise<boolean>;
}
