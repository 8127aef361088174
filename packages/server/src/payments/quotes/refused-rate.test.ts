import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf, makeGbpAccount, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import type { RateSource } from '../../engines/rates/rate-source.ts';
import { secondMs } from '../../ground/clock/instant.ts';
import { createSandboxRates } from '../../sandbox/adapters/sandbox-rates.ts';

const outgoing = (...names: string[]): string[] => names.map((name) => `OUTGOING_PAYMENT.${name}`);
const refunded = outgoing('PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED');

async function accountsOfEntries(server: TestServer, transactionId: string): Promise<string[]> {
  const rows = await server.deps.database.read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('ledger_postings as p')
        .innerJoin('ledger_entries as e', (join) =>
          join.onRef('e.tenant', '=', 'p.tenant').onRef('e.id', '=', 'p.entry_id'),
        )
        .select('p.account')
        .distinct()
        .where('e.subject_id', '=', transactionId),
    ),
  );
  return rows.map(({ account }) => account);
}

oneEngine('a quoted rate that is refused at execution', (start) => {
  it('fails the payment before any exchange and refunds the whole amount', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const from = accounts['USD'] ?? '';
    const to = await makeGbpAccount(server, customerId, '016');
    const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from, to }));
    const executed = await server.request('POST', `/quotes/${quote.id}/execute`);
    expect([executed.status, executed.body.status]).toEqual([200, 'FAILED']);
    const { body: failed } = await server.request('GET', `/transactions/${quote.transactionId}`);
    expect(failed).toMatchObject({
      status: 'FAILED',
      failureReason: 'QUOTE_RATE_UNAVAILABLE',
      refund: { status: 'PENDING', reason: 'TRANSACTION_FAILED' },
    });
    expect(await balanceOf(server, from)).toBe(990_000);
    await server.advance(2 * secondMs);
    expect(await balanceOf(server, from)).toBe(1_000_000);
    expect(await eventsOf(server, quote.transactionId)).toEqual(refunded);
    expect((await server.request('GET', `/quotes/${quote.id}`)).body.status).toBe('FAILED');
    expect((await accountsOfEntries(server, quote.transactionId)).sort()).toEqual([from, 'service:refunds:USD'].sort());
    await expectHealthy(server);
  });

  it('fails and refunds a payment with immediatelyExecute in the same way', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const from = accounts['USD'] ?? '';
    const to = await makeGbpAccount(server, customerId, '016');
    const extra = { immediatelyExecute: true };
    const { status, body } = await server.request('POST', '/quotes', quoteBody({ from, to, extra }));
    expect([status, body.status]).toEqual([201, 'FAILED']);
    await server.advance(2 * secondMs);
    expect(await eventsOf(server, body.transactionId)).toEqual(refunded);
  });

  it('does not affect a payment within one currency', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId, '016');
    const extra = { immediatelyExecute: true };
    const { body } = await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to, extra }));
    await server.advance(2 * secondMs);
    expect((await server.request('GET', `/transactions/${body.transactionId}`)).body.status).toBe('COMPLETED');
  });

  it('fails the payment when the market has no rate, while limits use the last known rate', async () => {
    let isOpen = true;
    const market = createSandboxRates();
    const rates: RateSource = {
      ...market,
      rateFor: (sending, receiving, now) =>
        isOpen || sending === receiving ? market.rateFor(sending, receiving, now) : undefined,
      accepts: ({ sending, receiving }) => isOpen || sending === receiving,
    };
    const server = await start({ deps: { rates } });
    const { customerId, accounts } = await makeSender(server, 'USD', 300_000_000);
    const from = accounts['USD'] ?? '';
    const [abroad, home] = [await makeGbpAccount(server, customerId), await makeUsdAccount(server, customerId)];
    const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from, to: abroad }));
    isOpen = false;
    expect((await server.request('POST', '/quotes', quoteBody({ from, to: abroad }))).body.code).toBe(
      'QUOTE_RATE_UNAVAILABLE',
    );
    expect((await server.request('POST', `/quotes/${quote.id}/execute`)).body.status).toBe('FAILED');
    expect((await server.request('GET', '/exchange-rates?sourceCurrency=USD')).body.data).toEqual([]);
    const atHome = (amount: number) => server.request('POST', '/quotes', quoteBody({ from, to: home, amount }));
    expect((await atHome(100_000_000)).status).toBe(201);
    expect((await atHome(100_000_001)).body.code).toBe('TRANSACTION_SIZE_LIMIT_EXCEEDED');
  });
});
