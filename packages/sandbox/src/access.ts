/** How to call a platform and verify its webhooks. */
export interface Access {
  /** Address of the interface with its version date, for `createClient` and for the program under test. */
  readonly baseUrl: string;
  readonly tokenId: string;
  readonly tokenSecret: string;
  /** PEM text that verifies its webhooks. */
  readonly webhookPublicKey: string;
}
