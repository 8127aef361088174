import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { balanceOf, eventsOf, fund, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

interface Prepared {
  readonly from: string;
  readonly quote: { readonly id: string; readonly transactionId: string; readonly expiresAt: string };
}

async function prepare(server: TestServer, funds = 1_000_000): Promise<Prepared> {
  const { customerId, accounts } = await makeSender(server, 'USD', funds);
  const to = await makeUsdAccount(server, customerId);
  const from = accounts['USD'] ?? '';
  const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from, to }));
  return { from, quote };
}

oneEngine('executing a quote', (start) => {
  it('debits the total sending amount, moves the transaction to PROCESSING and emits an event', async () => {
    const server = await start();
    const { from, quote } = await prepare(server);
    const { status, body } = await server.request('POST', `/quotes/${quote.id}/execute`);
    expect([status, body.status, body.transactionId]).toEqual([200, 'PROCESSING', quote.transactionId]);
    expect(await balanceOf(server, from)).toBe(990_000);
    expect(await eventsOf(server, quote.transactionId)).toEqual([
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.PROCESSING',
    ]);
    const { body: transaction } = await server.request('GET', `/transactions/${quote.transactionId}`);
    expect(transaction).toMatchObject({ status: 'PROCESSING', expectedSettlementAt: '2025-01-01T00:00:02.000Z' });
  });

  it('accepts an empty JSON object as its body', async () => {
    const server = await start();
    for (const body of [{}, undefined]) {
      const { quote } = await prepare(server);
      expect((await server.request('POST', `/quotes/${quote.id}/execute`, body)).status).toBe(200);
    }
  });

  it('refuses a second execution with CONFLICT, before and after settlement', async () => {
    const server = await start();
    const { from, quote } = await prepare(server);
    await server.request('POST', `/quotes/${quote.id}/execute`);
    const again = await server.request('POST', `/quotes/${quote.id}/execute`);
    await server.advance(minuteMs);
    const later = await server.request('POST', `/quotes/${quote.id}/execute`);
    expect([again.status, again.body.code, later.status, later.body.code]).toEqual([409, 'CONFLICT', 409, 'CONFLICT']);
    expect(await balanceOf(server, from)).toBe(990_000);
  });

  it('refuses an expired quote with QUOTE_EXPIRED, before and after its expiry is recorded', async () => {
    const server = await start();
    const { from, quote } = await prepare(server);
    server.clock.moveTo(quote.expiresAt);
    const early = await server.request('POST', `/quotes/${quote.id}/execute`);
    await server.advance(minuteMs);
    const late = await server.request('POST', `/quotes/${quote.id}/execute`);
    expect([early.status, early.body.code, late.status, late.body.code]).toEqual([
      400,
      'QUOTE_EXPIRED',
      400,
      'QUOTE_EXPIRED',
    ]);
    expect(await balanceOf(server, from)).toBe(1_000_000);
  });

  it('refuses with INSUFFICIENT_FUNDS, changes nothing, and succeeds once the account is funded', async () => {
    const server = await start();
    const { from, quote } = await prepare(server, 9_999);
    const refused = await server.request('POST', `/quotes/${quote.id}/execute`);
    expect([refused.status, refused.body.code]).toEqual([400, 'INSUFFICIENT_FUNDS']);
    expect(refused.body.reason).toContain('execute the quote again before it expires');
    expect((await server.request('GET', `/quotes/${quote.id}`)).body.status).toBe('PENDING');
    expect(await balanceOf(server, from)).toBe(9_999);
    await fund(server, from, 1);
    expect((await server.request('POST', `/quotes/${quote.id}/execute`)).status).toBe(200);
    expect(await balanceOf(server, from)).toBe(0);
  });

  it('refuses a source account that was frozen after the quote was created', async () => {
    const server = await start();
    const { from, quote } = await prepare(server);
    await server.deps.database.transaction(async (unit) => {
      await unit.select((db) =>
        db
          .updateTable('internal_accounts')
          .set({ status: 'FROZEN' })
          .where('tenant', '=', server.tenant)
          .where('id', '=', from)
          .returning('id'),
      );
    });
    const { status, body } = await server.request('POST', `/quotes/${quote.id}/execute`);
    expect([status, body.code]).toEqual([409, 'CONFLICT']);
  });

  it('refuses a quote of another platform with QUOTE_NOT_FOUND', async () => {
    const server = await start();
    const stranger = await start();
    const { quote } = await prepare(server);
    const unknown = 'Quote:0198c0de-0000-7000-8000-000000000000';
    const refusalOf = async (id: string): Promise<unknown[]> => {
      const { status, body } = await stranger.request('POST', `/quotes/${id}/execute`);
      return [status, body.code, body.reason.replaceAll(id, ''), body.details];
    };
    const refusal = await refusalOf(unknown);
    expect(refusal.slice(0, 2)).toEqual([404, 'QUOTE_NOT_FOUND']);
    expect(await refusalOf(quote.id)).toEqual(refusal);
    expect((await server.request('GET', `/quotes/${quote.id}`)).body.status).toBe('PENDING');
  });
});

oneEngine('reading a quote', (start) => {
  it('shows the status as it moves to COMPLETED', async () => {
    const server = await start();
    const { quote } = await prepare(server);
    const { body: before } = await server.request('GET', `/quotes/${quote.id}`);
    expect(before).toEqual(quote);
    await server.request('POST', `/quotes/${quote.id}/execute`);
    await server.advance(minuteMs);
    expect((await server.request('GET', `/quotes/${quote.id}`)).body.status).toBe('COMPLETED');
  });

  it('returns QUOTE_NOT_FOUND for a quote of another platform', async () => {
    const server = await start();
    const stranger = await start();
    const { quote } = await prepare(server);
    const { status, body } = await stranger.request('GET', `/quotes/${quote.id}`);
    expect([status, body.code]).toEqual([404, 'QUOTE_NOT_FOUND']);
  });
});
