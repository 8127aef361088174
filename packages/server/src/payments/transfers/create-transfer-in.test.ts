import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { ledgerOf } from '../../../test/ledger-of.ts';
import { balanceOf, eventsOf, makeGbpAccount, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { dayMs } from '../../ground/clock/instant.ts';

function transferIn(server: TestServer, from: string, to: string, amount?: number): Promise<Answer> {
  const body = { source: { accountId: from }, destination: { accountId: to } };
  return server.request('POST', '/transfer-in', amount === undefined ? body : { ...body, amount });
}

oneEngine('a transfer in', (start) => {
  it.each(['111', '002', '005'])(
    'has the same ledger entries and events as a quote, from an account ending in %s',
    async (suffix) => {
      const server = await start();
      const { customerId, accounts } = await makeSender(server, 'USD', 0);
      const from = await makeUsdAccount(server, customerId, suffix);
      const to = accounts['USD'] ?? '';
      const transfer = await transferIn(server, from, to, 25_000);
      expect([transfer.status, transfer.headers['deprecation']]).toEqual([201, expect.stringMatching(/^@\d+$/)]);
      expect(transfer.body).toMatchObject({ type: 'INCOMING', direction: 'DEBIT', receivedAmount: { amount: 25_000 } });
      const body = quoteBody({ from, to, amount: 25_000, extra: { immediatelyExecute: true } });
      const { body: quote } = await server.request('POST', '/quotes', body);
      await server.advance(10 * dayMs);
      const [made, asked] = [transfer.body.id, quote.transactionId];
      expect(await eventsOf(server, made)).toEqual(await eventsOf(server, asked));
      expect(await ledgerOf(server, made)).toEqual(await ledgerOf(server, asked));
      expect(await balanceOf(server, to)).toBe(suffix === '111' ? 50_000 : 0);
    },
  );

  it('takes the whole balance of the external account when no amount is given', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const from = await makeUsdAccount(server, customerId);
    expect((await transferIn(server, from, accounts['USD'] ?? '')).body.sentAmount.amount).toBe(100_000);
  });

  it('requires an amount where the bank does not report a balance', async () => {
    const base = await start();
    const collections = { ...base.deps.collections, balanceMinor: () => undefined };
    const server = await start({ deps: { collections } });
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const from = await makeUsdAccount(server, customerId);
    expect(refusedFields(await transferIn(server, from, accounts['USD'] ?? ''))).toEqual(['amount']);
  });

  it('is refused with the codes of a quote, and with INVALID_CURRENCY when it would convert', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const from = await makeUsdAccount(server, customerId);
    const british = await makeGbpAccount(server, customerId);
    const waiting = await makeUsdAccount(server, customerId, '108');
    const to = accounts['USD'] ?? '';
    expect((await transferIn(server, from, accounts['EUR'] ?? '', 1)).body.code).toBe('INVALID_CURRENCY');
    expect(refusedFields(await transferIn(server, british, accounts['GBP'] ?? '', 1))).toEqual(['source.accountId']);
    const early = await transferIn(server, waiting, to, 1);
    expect([early.status, early.body.code]).toEqual([409, 'BANK_ACCOUNT_VALIDATION_PENDING']);
    const unknown = 'ExternalAccount:0198c0de-7a14-7b40-8d3e-0000000000b1';
    for (const amount of [1, undefined])
      expect((await transferIn(server, unknown, to, amount)).body.code).toBe('ACCOUNT_NOT_FOUND');
    expect((await transferIn(server, from, to, 100_000_001)).body.code).toBe('TRANSACTION_SIZE_LIMIT_EXCEEDED');
  });

  it('refuses a changed request under the same idempotency key with CONFLICT', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const body = {
      source: { accountId: await makeUsdAccount(server, customerId) },
      destination: { accountId: accounts['USD'] },
      amount: 1_000,
    };
    const key = { 'Idempotency-Key': 'one-pull' };
    const first = await server.request('POST', '/transfer-in', body, key);
    expect((await server.request('POST', '/transfer-in', body, key)).text).toBe(first.text);
    expect((await server.request('POST', '/transfer-in', { ...body, amount: 2 }, key)).body.code).toBe('CONFLICT');
  });
});
