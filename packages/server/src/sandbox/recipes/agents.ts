import type { AgentActionId, AgentId, ExternalAccountId } from '@payments-platform/types';
import { type Holder, payee, payer } from './accounts.ts';
import type { Maker } from './maker.ts';
import { quoteRequestOf } from './payments.ts';

/** A program that pays for a customer: alone up to 250 dollars, and with an approval up to 500. */
const policy = {
  permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES', 'MANAGE_EXTERNAL_ACCOUNTS'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 500_00, dailyLimit: 2_000_00 },
  approvalThresholds: { currency: 'USD', amount: 250_00 },
} as const;

export interface ConnectedAgent extends Holder {
  readonly agentId: AgentId;
  readonly payeeId: ExternalAccountId;
  /** The permissions of the program. */
  readonly maker: Maker;
}

/** An agent of a new customer with money. Its program has redeemed its device code. */
export async function connectedAgent(maker: Maker): Promise<ConnectedAgent> {
  const held = await payer(maker);
  const { customerId } = held;
  const { agent, deviceCode } = await maker.ask('createAgent', { body: { name: 'Bill payer', customerId, policy } });
  const { accessToken } = await maker.ask('redeemAgentDeviceCode', { path: { code: deviceCode.code } });
  const payeeId = await payee(maker, customerId);
  return { ...held, agentId: agent.id, payeeId, maker: maker.asAgent(accessToken) };
}

/** A payment of the agent. Above 250 dollars it waits for an approval. */
export async function agentPays({ maker, accountId, payeeId }: ConnectedAgent, amount: number): Promise<AgentActionId> {
  const body = { ...quoteRequestOf({ from: accountId, to: payeeId }), lockedCurrencyAmount: amount };
  const { id: quoteId } = await maker.ask('agentCreateQuote', { body });
  return (await maker.ask('agentExecuteQuote', { path: { quoteId } })).id;
}
