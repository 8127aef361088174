import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newIdempotencyKey } from '../../client/src/index.ts';
import { hourMs } from '../../server/src/ground/clock/instant.ts';
import { type ConnectedAgent, newConnectedAgent, policyWith } from '../../server/test/agents.ts';
import { oneEngine, type Start } from '../../server/test/each-engine.ts';
import { balanceOf, makeSender, makeUsdAccount, quoteBody } from '../../server/test/parties.ts';
import type { TestServer } from '../../server/test/test-server.ts';
import { type Home, makeHome } from '../test/hosts.ts';
import { type NearHost, openNear } from '../test/in-process.ts';
import { type LossyProxy, openLossyProxy } from '../test/lossy-proxy.ts';
import { argumentsHash, intentKey } from './payments/intent.ts';

let home: Home;
let proxy: LossyProxy | undefined;

beforeEach(() => {
  home = makeHome();
});

afterEach(async () => {
  await proxy?.close();
  proxy = undefined;
  home.remove();
});

interface Setting {
  readonly server: TestServer;
  readonly agent: ConnectedAgent;
  readonly from: string;
  readonly to: string;
  /** A host after a restart of its computer, or another one after the loss of its files. */
  open(now?: () => Date): Promise<NearHost>;
}

async function setUp(start: Start, policy: object = policyWith()): Promise<Setting & { readonly host: NearHost }> {
  const server = await start();
  const { customerId, accounts } = await makeSender(server);
  const agent = await newConnectedAgent(server, customerId, policy);
  proxy = await openLossyProxy(server.baseUrl);
  const parts = { baseUrl: proxy.baseUrl, accessToken: agent.accessToken, home };
  const open = (now = () => new Date()) => openNear({ ...parts, now });
  const to = await makeUsdAccount(server, customerId);
  return { server, agent, from: accounts['USD'] ?? '', to, open, host: await open() };
}

function loseFiles(): void {
  rmSync(join(home.folder, 'journal'), { recursive: true });
}

const rent = 'Rent, January';

describe('an intent', () => {
  it('has one key regardless of spaces and capitals, and another for another round', () => {
    expect(intentKey('Rent, January')).toBe(intentKey('  rent,\tJANUARY '));
    expect(new Set([intentKey(rent), intentKey(rent, 1), intentKey('Rent, February')]).size).toBe(3);
    expect(intentKey(rent)).toMatch(/^intent-[0-9a-f]{64}$/);
  });

  it('has the same hash of its arguments in any order of their fields', () => {
    expect(argumentsHash({ a: 1, b: { c: [1, 2], d: 2 } })).toBe(argumentsHash({ b: { d: 2, c: [1, 2] }, a: 1 }));
    expect(argumentsHash({ a: [1, 2] })).not.toBe(argumentsHash({ a: [2, 1] }));
  });
});

oneEngine('a payment with an intent', (start) => {
  it('is priced once until its quote expires, and then again', async () => {
    const { server, host, from, to, open } = await setUp(start);
    const asked = { ...quoteBody({ from, to, amount: 2_000 }), intent: rent };
    const { data: first } = await host.call('quote_payment', asked);
    expect((await host.call('quote_payment', asked)).data.id).toBe(first.id);
    // The files are lost, but the platform still knows the intent.
    loseFiles();
    expect((await (await open()).call('quote_payment', asked)).data.id).toBe(first.id);
    await server.advance(3_600_000);
    const { data: second } = await host.call('quote_payment', asked);
    expect(second.id).not.toBe(first.id);
    loseFiles();
    const anew = await open();
    expect((await anew.call('quote_payment', asked)).data.id).toBe(second.id);
    expect((await anew.call('pay_quote', { quoteId: second.id, intent: rent })).outcome).toBe('DONE');
    expect(await balanceOf(server, from)).toBe(998_000);
  });

  it('is not priced again once paid, even after a lost response and 3 days later', async () => {
    const { server, host, from, to, open } = await setUp(start);
    const asked = { ...quoteBody({ from, to, amount: 2_000 }), intent: rent };
    const { data: quote } = await host.call('quote_payment', asked);
    proxy?.set('LOSE_ANSWERS');
    const lost = await host.call('pay_quote', { quoteId: quote.id, intent: rent });
    expect(lost.outcome).toBe('UNKNOWN');
    proxy?.set('PASS');
    const found = await (await open()).call('find_payment', { intent: rent });
    expect(found.text).toMatch(/^The quote is PROCESSING/);
    const again = await host.call('quote_payment', asked);
    expect(again).toMatchObject({ outcome: 'DONE', data: { status: 'APPROVED' } });
    expect(again.text).toMatch(
      /^A payment with this intent was requested before, so nothing was paid again\. Done: 20\.00 USD/,
    );
    expect((await host.call('pay_quote', { quoteId: quote.id, intent: rent })).data.id).toBe(again.data.id);
    await server.advance(3 * 86_400_000);
    expect((await host.call('quote_payment', asked)).text).toContain('20.00 USD has arrived');
    expect(await balanceOf(server, from)).toBe(998_000);
  });

  it('waits for approval once, and can be priced again after a rejection', async () => {
    const policy = policyWith({}, { defaultExecutionMode: 'APPROVAL_REQUIRED' });
    const { server, agent, host, from, to } = await setUp(start, policy);
    const asked = { ...quoteBody({ from, to, amount: 2_000 }), intent: rent };
    const { data: quote } = await host.call('quote_payment', asked);
    const waiting = await host.call('pay_quote', { quoteId: quote.id, intent: rent });
    expect(waiting.outcome).toBe('WAITING');
    expect(await host.call('quote_payment', asked)).toMatchObject({
      outcome: 'WAITING',
      data: { id: waiting.data.id },
    });
    await server.request('POST', `/agents/${agent.agentId}/actions/${waiting.data.id}/reject`);
    expect((await host.call('find_payment', { intent: rent })).text).toMatch(/^Rejected: /);
    const { data: next } = await host.call('quote_payment', asked);
    expect(next.id).not.toBe(quote.id);
  });

  it('is reported as not carried out when no approval came in time, and is priced again', async () => {
    const policy = policyWith({}, { defaultExecutionMode: 'APPROVAL_REQUIRED' });
    const { server, host, from, to } = await setUp(start, policy);
    const asked = { ...quoteBody({ from, to, amount: 2_000 }), intent: rent };
    const { data: quote } = await host.call('quote_payment', asked);
    const waiting = await host.call('pay_quote', { quoteId: quote.id, intent: rent });
    expect(waiting.text).toMatch(
      /^Waiting for approval: 20\.00 USD is only paid once approved, so nothing has moved yet\./,
    );
    await server.advance(hourMs);
    const failed = await host.call('get_action', { actionId: waiting.data.id });
    expect([failed.outcome, failed.text]).toEqual([
      'REFUSED',
      expect.stringMatching(
        /^Not carried out: 20\.00 USD was not approved in time, .* new price under the same intent/,
      ),
    ]);
    expect((await host.call('quote_payment', asked)).data.id).not.toBe(quote.id);
  });

  it.each(['REJECTED', 'FAILED'])('needs a new intent after a transfer was %s', async (end) => {
    const policy = policyWith({}, { defaultExecutionMode: 'APPROVAL_REQUIRED' });
    const { server, agent, host, from, to } = await setUp(start, policy);
    const transfer = { source: { accountId: from }, destination: { accountId: to }, amount: 2_000 };
    const waiting = await host.call('transfer_out', { ...transfer, intent: rent });
    if (end === 'FAILED') await server.advance(25 * hourMs);
    else await server.request('POST', `/agents/${agent.agentId}/actions/${waiting.data.id}/reject`);
    const again = await host.call('transfer_out', { ...transfer, intent: rent });
    expect(again).toMatchObject({ outcome: 'REFUSED', data: { id: waiting.data.id, status: end } });
    expect(again.text).toContain('with another intent, such as this one and "second attempt" after it');
    const second = await host.call('transfer_out', { ...transfer, intent: `${rent}, second attempt` });
    expect(second).toMatchObject({ outcome: 'WAITING' });
    expect(second.data.id).not.toBe(waiting.data.id);
  });

  it('is refused under another intent, and by another tool, than it was priced with', async () => {
    const { host, from, to } = await setUp(start);
    const { data: quote } = await host.call('quote_payment', { ...quoteBody({ from, to }), intent: rent });
    const otherwise = await host.call('pay_quote', { quoteId: quote.id, intent: 'Another rent' });
    expect(otherwise.text).toContain('no quote was created with this intent');
    const order = { source: { accountId: from }, destination: { accountId: to }, amount: 1_000, intent: rent };
    expect((await host.call('transfer_out', order)).text).toContain('this intent was used with quote_payment');
    const listed = await host.call('find_payment', { intent: 'Another rent' });
    expect(listed.text).toMatch(/^No payment was requested with this intent.*"Rent, January" with quote_payment/);
  });

  it('can be priced again until its payment is requested, and only its last quote is paid', async () => {
    const { server, host, from, to } = await setUp(start, policyWith({ perTransactionLimit: 5_000 }));
    const asked = (amount: number) => ({ ...quoteBody({ from, to, amount }), intent: rent });
    const { data: first } = await host.call('quote_payment', asked(5_001));
    expect((await host.call('pay_quote', { quoteId: first.id, intent: rent })).outcome).toBe('REFUSED');
    const { data: second } = await host.call('quote_payment', asked(4_000));
    const { data: third } = await host.call('quote_payment', asked(3_000));
    expect(new Set([first.id, second.id, third.id]).size).toBe(3);
    const late = await host.call('pay_quote', { quoteId: second.id, intent: rent });
    expect(late.text).toContain(`the quote of this intent is ${third.id}`);
    proxy?.set('UNAVAILABLE');
    expect((await host.call('pay_quote', { quoteId: third.id, intent: rent })).outcome).toBe('UNKNOWN');
    proxy?.set('PASS');
    expect((await host.call('quote_payment', asked(2_000))).text).toContain(
      'stands for a payment with other arguments',
    );
    expect((await host.call('pay_quote', { quoteId: third.id, intent: rent })).outcome).toBe('DONE');
    expect(await balanceOf(server, from)).toBe(997_000);
  });

  it('can have other arguments after a refusal', async () => {
    const { server, host, from, to } = await setUp(start, policyWith({ perTransactionLimit: 5_000 }));
    const order = { source: { accountId: from }, destination: { accountId: to }, amount: 5_001, intent: rent };
    expect((await host.call('transfer_out', order)).outcome).toBe('REFUSED');
    expect((await host.call('transfer_out', { ...order, amount: 5_000 })).outcome).toBe('DONE');
    expect(await balanceOf(server, from)).toBe(995_000);
  });

  it('is not repeated 2 days after its response was lost', async () => {
    const { host, from, to, open } = await setUp(start);
    const order = { source: { accountId: from }, destination: { accountId: to }, amount: 1_000, intent: rent };
    proxy?.set('LOSE_ANSWERS');
    expect((await host.call('transfer_out', order)).outcome).toBe('UNKNOWN');
    proxy?.set('PASS');
    const later = await open(() => new Date(Date.now() + 2 * 86_400_000));
    expect((await later.call('transfer_out', order)).text).toContain('too long ago to repeat it safely');
    expect((await later.call('find_payment')).text).toContain('"Rent, January" with transfer_out');
  });

  it('stays UNKNOWN when its response was lost and the repeat is refused', async () => {
    const { server, agent, host, from, to, open } = await setUp(start);
    const order = { source: { accountId: from }, destination: { accountId: to }, amount: 1_000, intent: rent };
    proxy?.set('LOSE_ANSWERS');
    expect((await host.call('transfer_out', order)).outcome).toBe('UNKNOWN');
    proxy?.set('PASS');
    const pause = (isPaused: boolean) => server.request('PATCH', `/agents/${agent.agentId}`, { isPaused });
    await pause(true);
    const repeated = await host.call('transfer_out', order);
    expect([repeated.outcome, repeated.text]).toEqual([
      'UNKNOWN',
      expect.stringContaining('may have taken effect, and this repeat of it was refused. You are paused'),
    ]);
    expect((await host.call('find_payment', { intent: rent })).text).toContain('no response arrived');
    await pause(false);
    const later = await open(() => new Date(Date.now() + 2 * 86_400_000));
    expect((await later.call('transfer_out', order)).text).toContain('too long ago to repeat it safely');
    expect(await balanceOf(server, from)).toBe(999_000);
  });

  it('is known by its quote when the response was lost and the repeat was refused', async () => {
    const { server, agent, host, from, to } = await setUp(start);
    const { data: quote } = await host.call('quote_payment', {
      ...quoteBody({ from, to, amount: 2_000 }),
      intent: rent,
    });
    const pay = () => host.call('pay_quote', { quoteId: quote.id, intent: rent });
    proxy?.set('LOSE_ANSWERS');
    expect((await pay()).outcome).toBe('UNKNOWN');
    proxy?.set('PASS');
    await server.request('PATCH', `/agents/${agent.agentId}`, { isPaused: true });
    const repeated = await pay();
    expect([repeated.outcome, repeated.text]).toEqual(['UNKNOWN', expect.stringContaining('was refused')]);
    await server.request('PATCH', `/agents/${agent.agentId}`, { isPaused: false });
    await server.advance(2 * 24 * hourMs);
    const known = await pay();
    expect([known.outcome, known.data.quote.id]).toEqual(['DONE', quote.id]);
    expect(await balanceOf(server, from)).toBe(998_000);
  });

  it('is refused once its quote has expired if none of its requests arrived', async () => {
    const { server, agent, host, from, to } = await setUp(start);
    const { data: quote } = await host.call('quote_payment', {
      ...quoteBody({ from, to, amount: 2_000 }),
      intent: rent,
    });
    const pay = () => host.call('pay_quote', { quoteId: quote.id, intent: rent });
    proxy?.set('UNAVAILABLE');
    expect((await pay()).outcome).toBe('UNKNOWN');
    proxy?.set('PASS');
    await server.request('PATCH', `/agents/${agent.agentId}`, { isPaused: true });
    expect((await pay()).outcome).not.toBe('DONE');
    await server.request('PATCH', `/agents/${agent.agentId}`, { isPaused: false });
    await server.advance(3_600_000);
    const refused = await pay();
    expect([refused.outcome, refused.text]).toEqual(['REFUSED', expect.stringContaining('nothing was done')]);
    expect(await balanceOf(server, from)).toBe(1_000_000);
  });

  it('is paid twice with a new Idempotency-Key for each call', async () => {
    const { server, agent, from, to } = await setUp(start);
    const order = { source: { accountId: from }, destination: { accountId: to }, amount: 1_000 };
    for (let call = 1; call <= 2; call += 1) {
      const key = { 'idempotency-key': newIdempotencyKey() };
      expect((await agent.request('POST', '/agents/me/transfer-out', order, key)).status).toBe(201);
    }
    expect(await balanceOf(server, from)).toBe(998_000);
  });
});
