import { expect, it } from 'vitest';
import { newConnectedAgent, policyWith } from '../../../test/agents.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { newDevice, newWallet, openTestSession, withWallets } from '../../../test/embedded-wallets.ts';
import { balanceOf, fund, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { writeStamp } from '../../engines/wallet-crypto/stamp.ts';

const amount = 10_000_000;

async function prepare(server: TestServer, policy: object) {
  const { customerId, accountId } = await newWallet(server);
  const device = newDevice(server);
  await openTestSession(server, accountId, device);
  await fund(server, accountId, amount);
  const agent = await newConnectedAgent(server, customerId, policy);
  const to = await makeUsdAccount(server, customerId);
  const { body: quote } = await agent.request('POST', '/agents/me/quotes', quoteBody({ from: accountId, to, amount }));
  const payload: string = quote.paymentInstructions[0].accountOrWalletInfo.payloadToSign;
  const path = `/agents/me/quotes/${quote.id}/execute`;
  const submit = (signature?: string) =>
    agent.request('POST', path, undefined, { 'service-wallet-signature': signature });
  return {
    agent,
    accountId,
    to,
    submit,
    stamp: writeStamp(device, payload),
    stranger: writeStamp(newDevice(server), payload),
  };
}

oneEngine('a payment of an agent from an embedded wallet', (start) => {
  it('requires the signature of the wallet owner when it is submitted', async () => {
    const server = await start(withWallets);
    const { submit, stamp, stranger, accountId } = await prepare(server, policyWith());
    for (const [signature, code] of [
      [undefined, 'WALLET_SIGNATURE_MISSING'],
      ['no signature', 'WALLET_SIGNATURE_MALFORMED'],
      [stranger, 'WALLET_SIGNATURE_INVALID'],
    ] as const) {
      const { status, body } = await submit(signature);
      expect([status, body.code]).toEqual([401, code]);
    }
    expect(await balanceOf(server, accountId)).toBe(amount);
    expect((await submit(stamp)).body).toMatchObject({ status: 'APPROVED', transaction: { status: 'PROCESSING' } });
    expect(await balanceOf(server, accountId)).toBe(0);
  });

  it('stores the signature with the action and requires no second one on approval', async () => {
    const server = await start(withWallets);
    const policy = policyWith({}, { defaultExecutionMode: 'APPROVAL_REQUIRED' });
    const { agent, submit, stamp, stranger, accountId } = await prepare(server, policy);
    expect((await submit(stranger)).status).toBe(401);
    const { body: action } = await submit(stamp);
    expect(action.status).toBe('PENDING_APPROVAL');
    const rows = await server.deps.database.read((unit) =>
      unit.select((db) => db.selectFrom('agent_actions').select('owner_signature').where('id', '=', action.id)),
    );
    expect(rows).toEqual([{ owner_signature: stamp }]);
    const path = `/agents/${agent.agentId}/actions/${action.id}/approve`;
    expect((await server.request('POST', path)).body.status).toBe('APPROVED');
    expect(await balanceOf(server, accountId)).toBe(0);
  });

  it('is refused with INVALID_INPUT as a transfer', async () => {
    const server = await start(withWallets);
    const { agent, accountId, to } = await prepare(server, policyWith());
    const transfer = { source: { accountId }, destination: { accountId: to }, amount };
    const refused = await agent.request('POST', '/agents/me/transfer-out', transfer);
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_INPUT']);
  });
});
