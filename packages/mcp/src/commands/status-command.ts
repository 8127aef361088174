import { createAgentClient, orThrow } from '@payments-platform/client';
import { readAccess } from '../connection/stored-access.ts';
import { budgetWords } from '../words/budget-words.ts';
import type { Command } from './read-command.ts';
import type { Surroundings } from './surroundings.ts';

/** Prints the connected agent and its remaining budget; exits with 1 if there is none or the platform refuses. */
export async function runStatus({ isJson }: Command, { places, print }: Surroundings): Promise<number> {
  const access = readAccess(places.access);
  if (access === undefined) {
    print(isJson ? JSON.stringify({ isConnected: false }) : 'No agent is connected.');
    return 1;
  }
  const { url, agentId, agentName, accessToken } = access;
  const client = createAgentClient({ baseUrl: url, accessToken, retry: false, timeoutMs: 10_000 });
  try {
    const agent = await orThrow(client.GET('/agents/me'));
    const { policy, usage, isPaused } = agent;
    const known = { isConnected: true, agentId, agentName, url, isPaused, policy, usage };
    print(isJson ? JSON.stringify(known) : `Connected as "${agentName}" (${agentId}) to ${url}. ${budgetWords(agent)}`);
    return 0;
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    print(
      isJson
        ? JSON.stringify({ isConnected: true, agentId, agentName, url, fault })
        : `"${agentName}" (${agentId}) is connected to ${url}, but its budget cannot be read: ${fault}`,
    );
    return 1;
  }
}
