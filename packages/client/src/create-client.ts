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

/** A client for one platform in one environment, both of which the token decides. */
export function createClient(options: ClientOptions): PaymentsClient {
  // Without types it may be called without options: the first one that is missing is named.
  const { tokenId, tokenSecret } = options ?? {};
  checkToken(tokenId, tokenSecret);
  // The same functions, with options that are named instead of inferred.
  return connect<PlatformPaths>(options, basicCredentials(tokenId, tokenSecret)) as PaymentsClient;
}
