import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createAgentClient } from '@payments-platform/client';
import { createAgentLink } from '../src/agent-link.ts';
import { openJournal } from '../src/payments/journal.ts';
import { createToolServer } from '../src/tool-server.ts';
import type { Heard, Home } from './hosts.ts';

export interface NearHost {
  readonly client: Client;
  call(name: string, given?: Record<string, unknown>): Promise<Heard>;
}

export interface NearParts {
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly home: Home;
  readonly now?: () => Date;
}

/** A host in this process, for rules above the transport. */
export async function openNear({ baseUrl, accessToken, home, now = () => new Date() }: NearParts): Promise<NearHost> {
  const agent = createAgentClient({ baseUrl, accessToken, retry: false });
  const journal = openJournal(join(home.folder, 'journal'), now);
  const server = createToolServer(createAgentLink({ client: agent, journal, now }), '1.0.0');
  const client = new Client({ name: 'test-host', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return {
    client,
    call: async (name, given = {}) => {
      const { structuredContent, isError } = await client.callTool({ name, arguments: given });
      return { ...(structuredContent as Omit<Heard, 'isError'>), isError: isError === true };
    },
  };
}
