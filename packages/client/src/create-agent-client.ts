import type { Received } from '@payments-platform/types';
import { type ConnectionOptions, connect } from './connection.ts';
import { orThrow } from './or-throw.ts';
import type { AgentClient, AgentPaths } from './payments-client.ts';
import { checkAccessToken } from './settings.ts';

export interface AgentClientOptions extends ConnectionOptions {
  /** The `accessToken` that redeeming a device code returns once. */
  readonly accessToken: string;
}

/** A client for one agent. Its calls are limited to the operations of agents and to the policy of the agent. */
export function createAgentClient(options: AgentClientOptions): AgentClient {
  checkAccessToken(options?.accessToken);
  // The same functions, with explicit option types instead of inferred ones.
  return connect<AgentPaths>(options, `Bearer ${options.accessToken}`) as AgentClient;
}

/**
 * Redeems a device code for an access token. A code works once, so store the token first. Throws a refusal as
 * `ApiError`. The request is not retried: if no response arrives, get a new code from the platform.
 */
export async function redeemDeviceCode(
  options: ConnectionOptions & { readonly code: string },
): Promise<Received<'AgentDeviceCodeRedeemResponse'>> {
  // Without credentials: the code is the credential.
  const client = connect<AgentPaths>(options, undefined) as AgentClient;
  return orThrow(client.POST('/agents/device-codes/{code}/redeem', { params: { path: { code: options.code } } }));
}
