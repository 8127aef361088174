import { orThrow } from '@payments-platform/client';
import type {
  AgentAction,
  AgentPolicy,
  CustomerId,
  ExternalAccountId,
  InternalAccountId,
  Quote,
} from '@payments-platform/types';
import type { Platform } from '../targets/target.ts';
import { registerPayee } from './payee.ts';
import { openPayer } from './payer.ts';
import { quoteRequest } from './payment.ts';

/** It may pay up to 250 dollars itself, up to 500 with approval, and no more. */
export const agentPolicy: AgentPolicy = {
  permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES', 'MANAGE_EXTERNAL_ACCOUNTS'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 50_000, dailyLimit: 200_000, dailyTransactionLimit: 5 },
  approvalThresholds: { currency: 'USD', amount: 25_000 },
};

export async function createAgent({ client }: Platform, customerId: CustomerId, policy = agentPolicy) {
  return orThrow(client.POST('/agents', { body: { name: 'Bill payer', customerId, policy } }));
}

/** The agent redeems its code; it has no other credentials. */
export async function redeem(platform: Platform, code: string): Promise<Response> {
  return platform.send({
    method: 'POST',
    path: `/agents/device-codes/${code}/redeem`,
    headers: { authorization: '' },
  });
}

export async function accessTokenOf(platform: Platform, code: string): Promise<string> {
  const body: unknown = await (await redeem(platform, code)).json();
  if (typeof body !== 'object' || body === null || !('accessToken' in body)) throw new Error('no program is connected');
  return String(body.accessToken);
}

interface AgentRequest {
  readonly method?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export function asAgent(
  platform: Platform,
  accessToken: string,
  path: string,
  { method = 'GET', body, headers: given = {} }: AgentRequest = {},
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${accessToken}`,
    ...(body && { 'content-type': 'application/json' }),
    ...given,
  };
  return platform.send({ method, path, headers, ...(body && { body: JSON.stringify(body) }) });
}

interface Paying {
  readonly customerId: CustomerId;
  readonly accountId: InternalAccountId;
}

/** An agent of a customer with money, a payee, and the requests so far. */
export async function openAgent(
  platform: Platform,
  { policy = agentPolicy, payer }: { policy?: AgentPolicy; payer?: Paying } = {},
) {
  const { customerId, accountId } = payer ?? (await openPayer(platform));
  const { agent, deviceCode } = await createAgent(platform, customerId, policy);
  const accessToken = await accessTokenOf(platform, deviceCode.code);
  const payee: ExternalAccountId = await registerPayee(platform.client, { customerId, currency: 'USD', suffix: '100' });
  const call = (path: string, request?: AgentRequest) => asAgent(platform, accessToken, `/agents/me${path}`, request);
  const price = async (amount: number): Promise<Quote> => {
    const body = { ...quoteRequest({ from: accountId, to: payee }), lockedCurrencyAmount: amount };
    return (await (await call('/quotes', { method: 'POST', body })).json()) as Quote;
  };
  /** The action that the agent gets for a payment. */
  const pay = async (amount: number): Promise<AgentAction> => {
    const quote = await price(amount);
    await call(`/quotes/${quote.id}`);
    return (await (await call(`/quotes/${quote.id}/execute`, { method: 'POST' })).json()) as AgentAction;
  };
  return { agentId: agent.id, customerId, accountId, payee, call, price, pay };
}
