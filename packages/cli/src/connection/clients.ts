import { setTimeout as wait } from 'node:timers/promises';
import {
  type AgentClient,
  createAgentClient,
  createClient,
  type PaymentsClient,
  type RetryPolicy,
  type Send,
} from '@payments-platform/client';
import type { Surroundings } from '../surroundings.ts';
import { type Access, accessTokenOf, tokenOf } from './access.ts';
import { untilEnded } from './until-ended.ts';

/** Commands are interactive, so retries end within a second, and at once when the user ends the command. */
function retryUntil(signal: AbortSignal): Partial<RetryPolicy> {
  const sleep = (delayMs: number) => wait(delayMs, undefined, { signal }).catch(() => undefined);
  return { delaysMs: [200, 800], sleep };
}

function connection({ baseUrl }: Access, { send = fetch, signal }: Surroundings) {
  const sendUntil: Send = (request) => untilEnded(signal, () => send(request));
  return { baseUrl, retry: retryUntil(signal), fetch: sendUntil };
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
