import { expect, it } from 'vitest';
import { makeAgent, policyWith } from '../../server/test/agents.ts';
import { oneEngine } from '../../server/test/each-engine.ts';
import { balanceOf, makeSender, makeUsdAccount, quoteBody } from '../../server/test/parties.ts';
import type { TestServer } from '../../server/test/test-server.ts';
import { type Home, type Host, makeHome, openHost, transports } from '../test/hosts.ts';
import { type LossyProxy, openLossyProxy } from '../test/lossy-proxy.ts';
import { placesOf } from './connection/places.ts';
import { connect } from './connection/stored-access.ts';

const limits = { perTransactionLimit: 50_000, dailyLimit: 100_000, dailyTransactionLimit: 10, monthlyLimit: 1_000_000 };
const policy = policyWith(limits, { approvalThresholds: { currency: 'USD', amount: 25_000 } });

interface Setting {
  readonly server: TestServer;
  readonly proxy: LossyProxy;
  readonly home: Home;
  readonly host: Host;
  readonly agentId: string;
  readonly from: string;
  readonly to: string;
}

/** An agent that is connected to a host, with an unreliable network between it and the platform. */
async function withHost(
  server: TestServer,
  transport: (typeof transports)[number],
  use: (setting: Setting) => Promise<void>,
): Promise<void> {
  const { customerId, accounts } = await makeSender(server);
  const to = await makeUsdAccount(server, customerId);
  const { agentId, code } = await makeAgent(server, customerId, policy);
  const proxy = await openLossyProxy(server.baseUrl);
  const home = makeHome();
  try {
    await connect(placesOf(home.environment, 'default').access, { code, url: proxy.baseUrl }, new Date());
    const host = await openHost(transport, home);
    try {
      await use({ server, proxy, home, host, agentId, from: accounts['USD'] ?? '', to });
    } finally {
      await host.close();
    }
  } finally {
    await proxy.close();
    home.remove();
  }
}

function priced({ from, to }: Setting, amount: number, intent: string): Record<string, unknown> {
  return { ...quoteBody({ from, to, amount }), intent };
}

async function pay(setting: Setting, amount: number, intent: string) {
  const quote = await setting.host.call('quote_payment', priced(setting, amount, intent));
  if (quote.data === undefined) throw new Error(quote.text);
  return setting.host.call('pay_quote', { quoteId: quote.data.id, intent });
}

oneEngine('an MCP agent with a budget', (start) => {
  it.each(transports)('reads its budget, accounts and payees, and completes a payment: %s', async (transport) => {
    await withHost(await start(), transport, async (setting) => {
      const { server, host, from, to } = setting;
      expect(host.client.getInstructions()).toContain('check_budget');
      expect(await host.tools()).toEqual(
        expect.arrayContaining(['check_budget', 'quote_payment', 'pay_quote', 'find_payment']),
      );
      const budget = await host.call('check_budget');
      expect(budget.text).toContain('Left today: 1000.00 USD of 1000.00 USD, which resets on 2025-01-02 at 00:00 UTC.');
      expect((await host.call('list_accounts', { currency: 'USD' })).data.data[0].id).toBe(from);
      expect((await host.call('list_payees')).data.data[0].id).toBe(to);
      expect((await host.call('list_actions')).text).toBe('None found.');
      const quote = await host.call('quote_payment', priced(setting, 20_000, 'Electricity, December'));
      expect(quote.text).toMatch(
        /^Quoted, nothing has moved: 200\.00 USD is debited, .* until 2025-01-01 00:05:00 UTC\./,
      );
      const paid = await host.call('pay_quote', { quoteId: quote.data.id, intent: 'electricity,  december' });
      expect(paid).toMatchObject({ outcome: 'DONE', isError: false });
      expect(paid.text).toMatch(/^Done: 200\.00 USD is on its way\..* Left today: 800\.00 USD of 1000\.00 USD/);
      await server.advance(86_400_000);
      expect((await host.call('get_transaction', { transactionId: paid.data.transaction.id })).data.status).toBe(
        'COMPLETED',
      );
      expect(await balanceOf(server, from)).toBe(980_000);
    });
  });

  it.each(transports)(
    'waits for approval, reads the decision and is refused above its limits: %s',
    async (transport) => {
      await withHost(await start(), transport, async (setting) => {
        const { server, host, agentId } = setting;
        const waiting = await pay(setting, 30_000, 'New chair');
        expect(waiting.outcome).toBe('WAITING');
        expect(waiting.text).toMatch(/^Waiting for approval: 300\.00 USD .* decide until 2025-01-01 00:05:00 UTC\./);
        await server.request('POST', `/agents/${agentId}/actions/${waiting.data.id}/approve`);
        const decided = await host.call('get_action', { actionId: waiting.data.id });
        expect([decided.outcome, decided.text]).toEqual(['DONE', expect.stringContaining('300.00 USD is on its way')]);
        const unwanted = await pay(setting, 30_001, 'A second chair');
        const reason = { reason: 'One is enough.' };
        await server.request('POST', `/agents/${agentId}/actions/${unwanted.data.id}/reject`, reason);
        const rejected = await host.call('get_action', { actionId: unwanted.data.id });
        expect(rejected.text).toMatch(/^Rejected: .* saying "One is enough\."/);
        const refused = await pay(setting, 50_001, 'A table');
        expect(refused).toMatchObject({ outcome: 'REFUSED', isError: true, data: { details: { allowed: 50_000 } } });
        expect(refused.text).toContain('One payment may take at most 500.00 USD');
        expect(refused.text).toContain('Left today: 700.00 USD of 1000.00 USD, which resets on 2025-01-02');
      });
    },
  );

  it.each(transports)('is warned by a quote of what its policy will decide: %s', async (transport) => {
    await withHost(await start(), transport, async (setting) => {
      const { server, host, agentId } = setting;
      const quoteOf = async (amount: number) => host.call('quote_payment', priced(setting, amount, `${amount}`));
      expect((await quoteOf(25_000)).text).toMatch(/ To pay it, call pay_quote with \S+ and the same intent\.$/);
      expect((await quoteOf(25_001)).text).toMatch(
        / It will then wait for approval by the people who run the platform, because it is above 250\.00 USD\.$/,
      );
      const above = await quoteOf(50_001);
      expect([above.outcome, above.isError]).toEqual(['READ', false]);
      expect(above.text).toMatch(
        /\. Your policy will refuse to pay it: One payment may take at most 500\.00 USD, fees included\. Tell the person who asked instead of calling pay_quote\.$/,
      );
      expect((await host.call('get_quote', { quoteId: above.data.id })).text).toContain('Your policy will refuse');
      await pay(setting, 20_000, 'Rent');
      const spendingLimits = { ...policy.spendingLimits, dailyLimit: 30_000 };
      await server.request('PATCH', `/agents/${agentId}/policy`, { spendingLimits });
      expect((await quoteOf(10_001)).text).toContain('refuse to pay it: Only 100.00 USD are left today.');
    });
  });

  it.each(transports)(
    'is refused with the reason once paused, without permission or deleted: %s',
    async (transport) => {
      await withHost(await start(), transport, async (setting) => {
        const { server, host, agentId } = setting;
        expect(await host.tools()).toContain('pay_quote');
        const quote = await host.call('quote_payment', priced(setting, 1_000, 'Water'));
        const payment = { quoteId: quote.data.id, intent: 'Water' };
        await server.request('PATCH', `/agents/${agentId}`, { isPaused: true });
        expect((await host.call('pay_quote', payment)).text).toMatch(/^Refused, nothing was done\. You are paused/);
        expect((await host.call('check_budget')).text).toMatch(/^You are paused/);
        await server.request('PATCH', `/agents/${agentId}`, { isPaused: false });
        await server.request('PATCH', `/agents/${agentId}/policy`, { permissions: ['VIEW_TRANSACTIONS'] });
        expect((await host.call('pay_quote', payment)).text).toContain('You may see payments.');
        await expect.poll(() => host.changes()).toBe(1);
        const left = await host.tools();
        expect(left).toContain('list_transactions');
        for (const gone of ['quote_payment', 'pay_quote', 'transfer_out', 'add_payee', 'find_payment']) {
          expect(left).not.toContain(gone);
        }
        await server.request('DELETE', `/agents/${agentId}`);
        expect((await host.call('check_budget')).text).toMatch(/^Refused, nothing was done: your access has ended\./);
      });
    },
  );

  it.each(transports)('pays once when responses are lost and the call is repeated: %s', async (transport) => {
    await withHost(await start(), transport, async (setting) => {
      const { server, proxy, host, from, to } = setting;
      const order = { source: { accountId: from }, destination: { accountId: to }, amount: 1_500, intent: 'Invoice 7' };
      proxy.set('LOSE_ANSWERS');
      const lost = await host.call('transfer_out', order);
      expect(lost).toMatchObject({ outcome: 'UNKNOWN', isError: true });
      expect(lost.text).toContain('with exactly the same arguments and the same intent');
      expect((await host.call('find_payment', { intent: 'invoice 7' })).outcome).toBe('UNKNOWN');
      proxy.set('PASS');
      const again = await host.call('transfer_out', order);
      expect([again.outcome, again.text]).toEqual(['DONE', expect.stringContaining('15.00 USD is on its way')]);
      expect((await host.call('find_payment', { intent: 'Invoice 7' })).data.id).toBe(again.data.id);
      expect((await host.call('transfer_out', { ...order, amount: 1_600 })).text).toContain(
        'stands for a payment with other',
      );
      expect(new Set(proxy.keys.filter(({ path }) => path.endsWith('transfer-out')).map(({ key }) => key)).size).toBe(
        1,
      );
      expect(await balanceOf(server, from)).toBe(998_500);
      proxy.set('UNAVAILABLE');
      expect((await host.call('list_payees')).text).toBe(
        'Not known: the platform returned 503. Nothing is wrong with your call. Try again in a minute.',
      );
      proxy.set('HANG_UP');
      expect((await host.call('check_budget')).text).toMatch(/^Not known: the platform did not respond\./);
    });
  });
});
