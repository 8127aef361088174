import { type AgentClient, orThrow, type Received } from '@payments-platform/client';
import { agentTools } from './generated/agent-tools.ts';
import type { Journal } from './payments/journal.ts';

type Agent = Received<'Agent'>;

/** The shared state of all tools: the agent's client, its current policy, and its payments. */
export interface AgentLink {
  readonly client: AgentClient;
  readonly journal: Journal;
  readonly now: () => Date;
  /** Reads the agent again; `undefined` if it cannot be read. */
  readAgent(): Promise<Agent | undefined>;
  /** Records the agent as read. */
  learn(agent: Agent): Agent;
  /** Records the current policy, so that listeners hear of later changes. */
  permissions(): readonly string[];
  /** Pending calls, which a shutdown waits for. */
  during<Result>(work: Promise<Result>): Promise<Result>;
  settled(): Promise<void>;
  /** Calls the listener when the set of tools changes; returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

export interface LinkParts {
  readonly client: AgentClient;
  readonly journal: Journal;
  readonly now: () => Date;
}

/** The tools that a policy allows, as one text. */
function offer(permissions: readonly string[]): string {
  return agentTools
    .filter((tool) => isOffered(tool.permissions, permissions))
    .map(({ name }) => name)
    .join();
}

export function isOffered(needed: readonly string[], permissions: readonly string[]): boolean {
  return needed.length === 0 || needed.some((permission) => permissions.includes(permission));
}

export function createAgentLink({ client, journal, now }: LinkParts): AgentLink {
  const listeners = new Set<() => void>();
  const running = new Set<Promise<unknown>>();
  let permissions: readonly string[] = [];
  /** Before the first read there is no policy to compare with. */
  let isTold = false;
  const learn = (agent: Agent): Agent => {
    const before = offer(permissions);
    permissions = agent.policy.permissions;
    if (isTold && offer(permissions) !== before) for (const listener of listeners) listener();
    return agent;
  };
  return {
    client,
    journal,
    now,
    // The error is ignored here: the call that caused this read reports its own.
    readAgent: () => orThrow(client.GET('/agents/me')).then(learn, () => undefined),
    learn,
    permissions: () => {
      isTold = true;
      return permissions;
    },
    during: (work) => {
      running.add(work);
      return work.finally(() => running.delete(work));
    },
    settled: async () => {
      await Promise.allSettled(running);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
