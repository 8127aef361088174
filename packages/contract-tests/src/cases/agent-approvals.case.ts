import { orThrow } from '@payments-platform/client';
import { createSessionKey } from '@payments-platform/client/wallet';
import type { AgentAction, AgentId, Received } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { agentPolicy, openAgent } from '../parties/agent.ts';
import { payeeRequest } from '../parties/payee.ts';
import { balanceIn, fund } from '../parties/payer.ts';
import { readPayment } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import { openSignedIn } from '../parties/wallet.ts';
import type { StatefulPlatform, Target } from '../targets/target.ts';
import { needsState } from './scenario.ts';

const approvalRequired = { ...agentPolicy, defaultExecutionMode: 'APPROVAL_REQUIRED' } as const;
const hour = 3_600_000;

type Agent = Awaited<ReturnType<typeof openAgent>>;

async function statusAndCode(response: Response): Promise<[number, unknown]> {
  const body = (await response.json()) as { readonly code?: string };
  return [response.status, body.code];
}

/** A pending transfer, with its transaction. */
async function waitingTransfer(platform: StatefulPlatform, { accountId, payee, call, agentId }: Agent) {
  const body = { source: { accountId }, destination: { accountId: payee }, amount: 1_000 };
  const action = (await (await call('/transfer-out', { method: 'POST', body })).json()) as AgentAction;
  expect(action).toMatchObject({
    type: 'TRANSFER_OUT',
    status: 'PENDING_APPROVAL',
    transferDetails: { amount: 1_000 },
  });
  expect(action).not.toHaveProperty('transaction');
  const { data } = await orThrow(platform.client.GET('/transactions', { params: { query: { status: 'PENDING' } } }));
  const [transaction] = data;
  expect(transaction).toMatchObject({ agentId });
  if (transaction === undefined || transaction.type === 'CARD') throw new Error('no payment waits');
  return { action, transactionId: transaction.id };
}

async function statusOf({ call }: Agent, { id }: AgentAction): Promise<unknown> {
  return ((await (await call(`/actions/${id}`)).json()) as AgentAction).status;
}

function approve(platform: StatefulPlatform, agentId: AgentId, { id: actionId }: AgentAction) {
  const params = { path: { agentId, actionId } };
  return platform.client.POST('/agents/{agentId}/actions/{actionId}/approve', { params });
}

function payloadOf({ paymentInstructions = [] }: Received<'Quote'>): string {
  for (const { accountOrWalletInfo: info } of paymentInstructions)
    if (info.accountType === 'EMBEDDED_WALLET') return info.payloadToSign;
  throw new Error('the quote has nothing to sign');
}

export function agentApprovalCases(target: Target): void {
  const scenario = needsState(target, 'a mock connects no program');

  describe('an action of an agent', () => {
    scenario('is approved and rejected by its transaction too, and emits PENDING_APPROVAL once', async (platform) => {
      const { client } = platform;
      const agent = await openAgent(platform, { policy: approvalRequired });
      const wanted = await waitingTransfer(platform, agent);
      const path = { transactionId: wanted.transactionId };
      const approved = await orThrow(client.POST('/transactions/{transactionId}/approve', { params: { path } }));
      expect(approved).toMatchObject({ id: wanted.transactionId, status: 'PROCESSING', agentId: agent.agentId });
      expect(await statusOf(agent, wanted.action)).toBe('APPROVED');
      const unwanted = await waitingTransfer(platform, agent);
      const other = { transactionId: unwanted.transactionId };
      const body = { reason: 'Not this one.' };
      await orThrow(client.POST('/transactions/{transactionId}/reject', { params: { path: other }, body }));
      expect(await statusOf(agent, unwanted.action)).toBe('REJECTED');
      expect((await readPayment(client, unwanted.transactionId)).status).toBe('EXPIRED');
      for (const decided of [path, other]) {
        const again = client.POST('/transactions/{transactionId}/approve', { params: { path: decided } });
        expect(await refusalOf(again)).toMatchObject({
          status: 409,
          code: 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
        });
      }
      await platform.advance(hour);
      expect(await balanceIn(platform, agent.customerId, 'USD')).toBe(99_000);
      for (const { action } of [wanted, unwanted])
        expect(platform.webhooks.about(action.id).map(({ event }) => event.type)).toEqual([
          'AGENT_ACTION.PENDING_APPROVAL',
        ]);
    });

    scenario(
      'becomes FAILED and moves no money when the agent is paused or the quote has expired',
      async (platform) => {
        const { client } = platform;
        const agent = await openAgent(platform, { policy: approvalRequired });
        const { agentId } = agent;
        const paused = await agent.pay(1_000);
        const params = { path: { agentId } };
        await orThrow(client.PATCH('/agents/{agentId}', { params, body: { isPaused: true } }));
        expect(await statusAndCode(await agent.call('/transactions'))).toEqual([403, 'FORBIDDEN']);
        expect(await orThrow(approve(platform, agentId, paused))).toMatchObject({ status: 'FAILED' });
        await orThrow(client.PATCH('/agents/{agentId}', { params, body: { isPaused: false } }));
        const late = await agent.pay(1_000);
        await platform.advance(hour);
        const failed = await orThrow(approve(platform, agentId, late));
        expect(failed).toMatchObject({ status: 'FAILED', quote: { status: 'EXPIRED' } });
        expect(failed).not.toHaveProperty('transaction');
        expect(await balanceIn(platform, agent.customerId, 'USD')).toBe(100_000);
      },
    );

    scenario('refuses the execution of its quote with CONFLICT while it waits for approval', async (platform) => {
      const agent = await openAgent(platform, { policy: approvalRequired });
      const { quote } = await agent.pay(1_000);
      if (quote === undefined) throw new Error('the action has no quote');
      const params = { path: { quoteId: quote.id } };
      expect(await refusalOf(platform.client.POST('/quotes/{quoteId}/execute', { params }))).toMatchObject({
        status: 409,
        code: 'CONFLICT',
      });
      const again = await agent.call(`/quotes/${quote.id}/execute`, { method: 'POST' });
      expect(await statusAndCode(again)).toEqual([409, 'CONFLICT']);
      const unknown = 'Quote:0198c0de-7a15-7c41-9e4f-0000000000a1';
      expect(await statusAndCode(await agent.call(`/quotes/${unknown}`))).toEqual([404, 'QUOTE_NOT_FOUND']);
      const foreign = await agent.call(`/quotes/${unknown}/execute`, { method: 'POST' });
      expect(await statusAndCode(foreign)).toEqual([404, 'QUOTE_NOT_FOUND']);
    });

    scenario('refuses immediate execution and own fees with INVALID_INPUT', async (platform) => {
      const { accountId, payee, call, price } = await openAgent(platform);
      const { id } = await price(1_000);
      const quote = (extra: object) =>
        call('/quotes', {
          method: 'POST',
          body: {
            source: { sourceType: 'ACCOUNT', accountId },
            destination: { destinationType: 'ACCOUNT', accountId: payee },
            lockedCurrencySide: 'SENDING',
            lockedCurrencyAmount: 1_000,
            ...extra,
          },
        });
      const platformFeeOverride = { platformFixedFee: { amount: 0, currency: 'USD' }, platformVariableFeeBps: 0 };
      for (const extra of [{ immediatelyExecute: true }, { platformFeeOverride }])
        expect(await statusAndCode(await quote(extra))).toEqual([400, 'INVALID_INPUT']);
      const body = payeeRequest({ currency: 'EUR', suffix: '100' });
      const add = (added: object) => call('/external-accounts', { method: 'POST', body: added });
      expect(await statusAndCode(await add({ ...body, defaultUmaDepositAccount: true }))).toEqual([
        400,
        'INVALID_INPUT',
      ]);
      expect((await add(body)).status).toBe(201);
      expect(await statusAndCode(await add(body))).toEqual([409, 'DUPLICATE_EXTERNAL_ACCOUNT']);
      const headers = { authorization: 'Bearer gat_0000000000000000000000000000000000000000' };
      const stranger = await call(`/quotes/${id}/execute`, { method: 'POST', headers });
      expect(await statusAndCode(stranger)).toEqual([401, 'UNAUTHORIZED']);
    });

    scenario('requires the signature of the wallet owner once, at its submission', async (platform) => {
      const { client } = platform;
      const { customerId, accountId, key } = await openSignedIn(platform);
      await fund(client, accountId, 10_000_000);
      const payer = { customerId, accountId };
      const agent = await openAgent(platform, { policy: approvalRequired, payer });
      const quote = (await agent.price(10_000_000)) as Received<'Quote'>;
      const submit = (signature?: string) =>
        agent.call(`/quotes/${quote.id}/execute`, {
          method: 'POST',
          headers: signature === undefined ? {} : { 'Service-Wallet-Signature': signature },
        });
      const payload = payloadOf(quote);
      const stranger = await (await createSessionKey()).stamp(payload);
      for (const [signature, code] of [
        [undefined, 'WALLET_SIGNATURE_MISSING'],
        ['x', 'WALLET_SIGNATURE_MALFORMED'],
        [stranger, 'WALLET_SIGNATURE_INVALID'],
      ] as const)
        expect(await statusAndCode(await submit(signature))).toEqual([401, code]);
      const action = (await (await submit(await key.stamp(payload))).json()) as AgentAction;
      expect(action.status).toBe('PENDING_APPROVAL');
      const approved = await orThrow(approve(platform, agent.agentId, action));
      expect(approved).toMatchObject({ status: 'APPROVED', transaction: { status: 'PROCESSING' } });
      await platform.advance(48 * hour);
      expect(await balanceIn(platform, customerId, 'USDB')).toBe(0);
    });
  });
}
