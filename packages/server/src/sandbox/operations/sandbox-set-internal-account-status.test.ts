import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import {
  balanceOf,
  eventsOf,
  fund,
  makeSender,
  makeUsdAccount,
  quoteBody,
  setAccountStatus,
} from '../../../test/parties.ts';

const minuteMs = 60_000;

oneEngine('the status of an internal account', (start) => {
  it('changes to FROZEN and back with one event each, and a repeat emits none', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 0);
    const id = accounts['USD'] ?? '';
    expect((await setAccountStatus(server, id, 'FROZEN')).body.status).toBe('FROZEN');
    expect((await setAccountStatus(server, id, 'FROZEN')).status).toBe(200);
    expect((await setAccountStatus(server, id, 'ACTIVE')).body.status).toBe('ACTIVE');
    expect((await eventsOf(server, id)).slice(2)).toEqual([
      'INTERNAL_ACCOUNT.STATUS_UPDATED',
      'INTERNAL_ACCOUNT.STATUS_UPDATED',
    ]);
  });

  it('prevents a FROZEN account from sending and receiving', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const from = accounts['USD'] ?? '';
    const to = await makeUsdAccount(server, customerId);
    const quote = await server.request('POST', '/quotes', quoteBody({ from, to }));
    await setAccountStatus(server, from, 'FROZEN');
    const refusals = [
      await server.request('POST', `/quotes/${quote.body.id}/execute`),
      await server.request('POST', '/quotes', quoteBody({ from, to })),
      await server.request('POST', '/quotes', quoteBody({ from: accounts['EUR'] ?? '', to: from })),
      await server.request('POST', `/sandbox/internal-accounts/${from}/fund`, { amount: 1 }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([409, 400, 400, 400]);
    expect(await balanceOf(server, from)).toBe(1_000_000);
  });

  it('fails and refunds a payment whose destination is FROZEN after execution', async () => {
    const server = await start();
    const { accounts } = await makeSender(server);
    const [from, to] = [accounts['USD'] ?? '', accounts['EUR'] ?? ''];
    const made = await server.request('POST', '/quotes', quoteBody({ from, to, extra: { immediatelyExecute: true } }));
    await setAccountStatus(server, to, 'FROZEN');
    await server.advance(10 * minuteMs);
    const { body } = await server.request('GET', `/transactions/${made.body.transactionId}`);
    expect(body).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_CANNOT_RECEIVE',
      refund: { status: 'COMPLETED' },
    });
    expect(await balanceOf(server, from)).toBe(1_000_000);
    expect(await balanceOf(server, to)).toBe(0);
  });

  it('allows a refund to a FROZEN account, and fails a refund to a CLOSED one', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 20_000);
    const from = accounts['USD'] ?? '';
    const to = await makeUsdAccount(server, customerId, '002');
    const pay = quoteBody({ from, to, extra: { immediatelyExecute: true } });
    await server.request('POST', '/quotes', pay);
    await setAccountStatus(server, from, 'FROZEN');
    await server.advance(10 * minuteMs);
    expect(await balanceOf(server, from)).toBe(20_000);

    await setAccountStatus(server, from, 'ACTIVE');
    const all = quoteBody({ from, to, amount: 20_000, extra: { immediatelyExecute: true } });
    const second = await server.request('POST', '/quotes', all);
    expect((await setAccountStatus(server, from, 'CLOSED')).status).toBe(200);
    await server.advance(10 * minuteMs);
    const { body } = await server.request('GET', `/transactions/${second.body.transactionId}`);
    expect(body).toMatchObject({ status: 'FAILED', refund: { status: 'FAILED' } });
  });

  it('changes to CLOSED only with a zero balance, and never back', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 5);
    const [funded, empty] = [accounts['USD'] ?? '', accounts['EUR'] ?? ''];
    const held = await setAccountStatus(server, funded, 'CLOSED');
    expect(held.status).toBe(409);
    expect(held.body).toMatchObject({ code: 'CONFLICT', reason: expect.stringContaining('holds 5') });
    const closed = await setAccountStatus(server, empty, 'CLOSED');
    expect(closed.body).toMatchObject({ status: 'CLOSED', fundingPaymentInstructions: [] });
    expect(await eventsOf(server, empty)).toEqual([
      'INTERNAL_ACCOUNT.STATUS_UPDATED',
      'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED',
      'INTERNAL_ACCOUNT.STATUS_UPDATED',
      'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED',
    ]);
    for (const status of ['ACTIVE', 'FROZEN']) {
      expect((await setAccountStatus(server, empty, status)).body.code).toBe('CONFLICT');
    }
    await fund(server, funded, 1);
    const frozen = await setAccountStatus(server, funded, 'FROZEN');
    expect(frozen.status).toBe(200);
    expect((await setAccountStatus(server, funded, 'CLOSED')).body.details).toEqual({ status: 'FROZEN' });
  });

  it('is refused for an unknown account, an unknown status and without the permission MANAGE', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 0);
    const id = accounts['USD'] ?? '';
    const unknown = 'InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c';
    expect((await setAccountStatus(server, unknown, 'FROZEN')).body.code).toBe('ACCOUNT_NOT_FOUND');
    expect((await setAccountStatus(server, id, 'PENDING')).body.code).toBe('INVALID_INPUT');
    const payer = await server.withToken(['VIEW', 'TRANSACT']);
    expect((await setAccountStatus(payer, id, 'FROZEN')).body.code).toBe('FORBIDDEN');
  });
});
