import type { Received } from '@payments-platform/types';
import { type ConnectionOptions, connect } from './connection.ts';
import { orThrow } from './or-throw.ts';
import type { AgentClient, AgentPaths } from './payments-client.ts';
import { checkAccessToken } from './settings.ts';

export interface AgentClientOptions extends ConnectionOptions {
  /** The `accessToken` that redeeming a device code gives, once. */
  readonly accessToken: string;
}

/** A client for one agent, which may call what its policy allows and nothing of its platform. */
export function createAgentClient(options: AgentClientOptions): AgentClient {
  checkAccessToken(options?.accessToken);
  // The same functions, with options that are named instead of inferred.
  return connect<AgentPaths>(options, `Bearer ${options.accessToken}`) as AgentClient;
}

/**
 * Turns a device code into an access token. It works once, so store the token before anything else; a refusal is
 * thrown as `ApiError`. Sent once: after no answer, ask the platform for another code.
 */
export async function redeemDeviceCode(
  options: ConnectionOptions & { readonly code: string },
): Promise<Received<'AgentDeviceCodeRedeemResponse'>> {
  // Without credentials: the code is the credential.
  const client = connect<AgentPaths>(options, undefined) as AgentClient;
  return orThrow(client.POST('/agents/device-codes/{code}/redeem', { params: { path: { code: options.code } } }));
}
