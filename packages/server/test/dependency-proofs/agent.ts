import { type ConnectedAgent, newConnectedAgent, policyWith } from '../agents.ts';
import { makeSender, makeUsdAccount } from '../parties.ts';
import type { Answer, TestServer } from '../test-server.ts';
import { ending, must, type Proof, refusal } from './proof.ts';

interface Asked {
  readonly agent: ConnectedAgent;
  readonly action: Answer['body'];
}

async function askedFor(server: TestServer, defaultExecutionMode: string): Promise<Asked> {
  const { customerId, accounts } = await makeSender(server);
  const agent = await newConnectedAgent(server, customerId, policyWith({}, { defaultExecutionMode }));
  const destination = { accountId: await makeUsdAccount(server, customerId) };
  const transfer = { source: { accountId: accounts['USD'] }, destination, amount: 1_000 };
  return { agent, action: (await must(agent.request('POST', '/agents/me/transfer-out', transfer))).body };
}

const removeAgent = (server: TestServer, { agentId }: ConnectedAgent): Promise<Answer> =>
  must(server.request('DELETE', `/agents/${agentId}`));

export const agentProofs = {
  'agent.request': async (server) => {
    const { agent } = await askedFor(server, 'AUTO');
    await removeAgent(server, agent);
    return refusal(await agent.request('GET', '/agents/me'));
  },
  'agent.approval': async (server) => {
    const { agent } = await askedFor(server, 'APPROVAL_REQUIRED');
    const { body } = await server.request('GET', '/transactions?status=PENDING');
    await removeAgent(server, agent);
    return ending(server, body.data[0].id, 0);
  },
  'agent.payment': async (server) => {
    const { agent, action } = await askedFor(server, 'AUTO');
    await removeAgent(server, agent);
    return ending(server, action.transaction.id);
  },
} as const satisfies Readonly<Record<string, Proof>>;
