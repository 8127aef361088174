import {
  type AgentClient,
  createAgentClient,
  createClient,
  type PaymentsClient,
  type RetryPolicy,
} from '@payments-platform/client';
import type { Surroundings } from '../surroundings.ts';
import { type Access, accessTokenOf, tokenOf } from './access.ts';

/** A person waits: what is not there within a second is said to be not there. */
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

/** For what takes no credentials: none that are real are sent. */
export function openClient(access: Access, surroundings: Surroundings): AgentClient {
  return createAgentClient({ ...connection(access, surroundings), accessToken: 'none' });
}
