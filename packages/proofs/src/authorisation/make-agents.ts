import { connectAgent, makeAgent, policyWith } from '../../../server/test/agents.ts';
import { quoteBody } from '../../../server/test/parties.ts';
import type { TestServer } from '../../../server/test/test-server.ts';

const approvalRequired = policyWith({}, { defaultExecutionMode: 'APPROVAL_REQUIRED' });

/** An agent of a customer that waits for the approval of a payment, and another one that is not connected. */
export async function makeAgents(
  server: TestServer,
  { customerId, from, to }: { customerId: string; from: string; to: string },
) {
  const waiting = await makeAgent(server, customerId);
  const agent = await connectAgent(server, await makeAgent(server, customerId, approvalRequired));
  const quote = (await agent.request('POST', '/agents/me/quotes', quoteBody({ from, to, amount: 1_000 }))).body;
  const { body: action } = await agent.request('POST', `/agents/me/quotes/${quote.id}/execute`);
  return {
    Agent: agent.agentId,
    AgentAction: action.id,
    'agent token': agent.accessToken,
    'agent quote': quote.id,
    'device code': waiting.code,
  };
}
