import { type AgentClient, orThrow, type Received } from '@payments-platform/client';
import { agentTools } from './generated/agent-tools.ts';
import type { Journal } from './payments/journal.ts';

type Agent = Received<'Agent'>;

/** What every tool needs: the agent's client, what it may do now, and what it has asked for. */
export interface AgentLink {
  readonly client: AgentClient;
  readonly journal: Journal;
  readonly now: () => Date;
  /** Reads the agent afresh; `undefined` where it cannot be read. */
  readAgent(): Promise<Agent | undefined>;
  /** Takes in what was read of the agent. */
  learn(agent: Agent): Agent;
  /** What the policy was when it was read last; from now on a change of it is told. */
  permissions(): readonly string[];
  /** Calls that a shutdown has to wait for. */
  during<Result>(work: Promise<Result>): Promise<Result>;
  settled(): Promise<void>;
  /** Tells when other tools are to be offered than before; returns how to stop. */
  onChange(listener: () => void): () => void;
}

export interface LinkParts {
  readonly client: AgentClient;
  readonly journal: Journal;
  readonly now: () => Date;
}

/** Which tools a policy opens, as one text. */
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
  /** Before anybody has asked there is nothing that could have changed for them. */
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
    // Whatever keeps it from being read is told by the call that was made for its own sake.
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
