import { type ConnectionOptions, connect } from './connection.ts';
import { basicCredentials } from './credentials.ts';
import type { PaymentsClient, PlatformPaths } from './payments-client.ts';
import { checkToken } from './settings.ts';

export interface ClientOptions extends ConnectionOptions {
  /** The token's `clientId`. */
  readonly tokenId: string;
  /** The token's `clientSecret`. */
  readonly tokenSecret: string;
}

/** A client for one platform in one environment; the token selects both. */
export function createClient(options: ClientOptions): PaymentsClient {
  // JavaScript callers may omit the options: the error names the first missing one.
  const { tokenId, tokenSecret } = options ?? {};
  checkToken(tokenId, tokenSecret);
  // The same functions, with explicit option types instead of inferred ones.
  return connect<PlatformPaths>(options, basicCredentials(tokenId, tokenSecret)) as PaymentsClient;
}
