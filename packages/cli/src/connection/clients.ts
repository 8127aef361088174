import {
  type AgentClient,
  createAgentClient,
  createClient,
  type PaymentsClient,
  type RetryPolicy,
} from '@payments-platform/client';
import type { Surroundings } from '../surroundings.ts';
import { type Access, accessTokenOf, tokenOf } from './access.ts';

/** Commands are interactive, so retries end within a second. */
const retry: Partial<RetryPolicy> = { delaysMs: [200, 800] };

function connection({ baseUrl }: Access, { send }: Surroundings) {
  return { baseUrl, retry, ...(send && { fetch: send }) };
}

export function platformClient(access: Access, surroundings: Surroundings): PaymentsClient {
  return createClient({ ...connection(access, surroundings), ...tokenOf(access) });
}

export function agentClient(access: Access, surroundings: Surroundings): AgentClient {
  return createAgentClient({ ...connection(access, surroundings), accessToken: accessTokenOf(access) });
}

/** For operations without credentials: real ones are not sent. */
export function openClient(access: Access, surroundings: Surroundings): AgentClient {
  return createAgentClient({ ...connection(access, surroundings), accessToken: 'none' });
}
