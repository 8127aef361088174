import type { AccountEntry } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { expectStatus } from '../../../test/caller.ts';
import { afterwards, atMerchant, makeCardholder } from '../../../test/cards.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { fund, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { planOf } from '../../../test/query-plans.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { dayMs, secondMs } from '../../ground/clock/instant.ts';
import { listEntryRows } from './entries-repository.ts';

interface Statement {
  readonly data: readonly AccountEntry[];
  readonly nextCursor: string | null;
  readonly opening: { readonly balance: { readonly amount: number } };
  readonly closing: { readonly balance: { readonly amount: number } };
}

async function statementOf(server: TestServer, accountId: string, query = ''): Promise<Statement> {
  return expectStatus(await server.request('GET', `/internal-accounts/${accountId}/entries?${query}`), 200);
}

/** Kind, amount and held amount, and both balances afterwards. */
function shortly(entries: readonly AccountEntry[]): (string | number)[][] {
  return entries.map(({ kind, amount, heldAmount, balance, totalBalance }) => [
    kind,
    amount.amount,
    heldAmount.amount,
    balance.amount,
    totalBalance.amount,
  ]);
}

async function pay(server: TestServer, from: string, to: string, amount: number, extra = {}): Promise<string> {
  const body = quoteBody({ from, to, amount, extra: { immediatelyExecute: true, ...extra } });
  return expectStatus(await server.request('POST', '/quotes', body), 201).transactionId;
}

eachEngine('the entries of an internal account', (start) => {
  it('show each balance change with both balances after it and its transaction', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 10_000);
    const account = accounts['USD'] ?? '';
    const paid = await pay(server, account, await makeUsdAccount(server, customerId), 1_000);
    await server.advance(secondMs);
    const returned = await pay(server, account, await makeUsdAccount(server, customerId, '002'), 2_000);
    await server.advance(60 * secondMs);
    const { data, opening, closing } = await statementOf(server, account, 'sortOrder=asc');
    expect(shortly(data)).toEqual([
      ['SANDBOX_FUNDING', 10_000, 0, 10_000, 10_000],
      ['PAYMENT_SENT', -1_000, 0, 9_000, 9_000],
      ['PAYMENT_SENT', -2_000, 0, 7_000, 7_000],
      ['REFUND', 2_000, 0, 9_000, 9_000],
    ]);
    expect(data.map(({ transactionId }) => transactionId)).toEqual([undefined, paid, returned, returned]);
    expect(data[1]).toMatchObject({
      id: expect.stringMatching(/^LedgerEntry:/),
      createdAt: '2025-01-01T00:00:00.000Z',
      amount: { currency: { code: 'USD', decimals: 2 } },
    });
    expect([opening.balance.amount, closing.balance.amount]).toEqual([0, 9_000]);
  });

  it('show what a card holds, pays and refunds, with its transaction', async () => {
    const server = await start();
    const { cardId, accountId } = await makeCardholder(server, 10_000);
    const purchase = await atMerchant(server, cardId, 'authorization', 3_000);
    await afterwards(server, purchase, 'clearing', 2_500);
    const refund = await afterwards(server, purchase, 'return', 500);
    const reversed = await atMerchant(server, cardId, 'authorization', 1_000);
    await afterwards(server, reversed, 'authorization_reversal');
    const { data, closing } = await statementOf(server, accountId, 'sortOrder=asc');
    expect(shortly(data)).toEqual([
      ['SANDBOX_FUNDING', 10_000, 0, 10_000, 10_000],
      ['CARD_HOLD', -3_000, 3_000, 7_000, 10_000],
      ['CARD_PURCHASE', 0, -2_500, 7_000, 7_500],
      ['CARD_REFUND', 500, 0, 7_500, 8_000],
      ['CARD_HOLD', -1_000, 1_000, 6_500, 8_000],
      ['CARD_RELEASE', 1_000, -1_000, 7_500, 8_000],
    ]);
    const steps = [purchase, purchase, refund, reversed, reversed];
    expect(data.map(({ transactionId }) => transactionId)).toEqual([undefined, ...steps.map(({ id }) => id)]);
    expect(closing.balance.amount).toBe(7_500);
  });

  it('show a received payment, and a platform fee with its reversal, under their transactions', async () => {
    const server = await start();
    const [ada, mary] = [await makeSender(server), await makeSender(server, 'USD', 0)];
    const platformFeeOverride = { platformFixedFee: { amount: 100, currency: 'USD' }, platformVariableFeeBps: 0 };
    const payee = await makeUsdAccount(server, ada.customerId, '005');
    const paid = await pay(server, ada.accounts['USD'] ?? '', payee, 5_000, { platformFeeOverride });
    await server.advance(dayMs);
    const { body } = await server.request('GET', '/platform/internal-accounts?currency=USD');
    const fees = await statementOf(server, body.data[0].id, 'sortOrder=asc');
    expect(shortly(fees.data)).toEqual([
      ['FEE', 100, 0, 100, 100],
      ['FEE_REVERSAL', -100, 0, 0, 0],
    ]);
    expect(fees.data.map(({ transactionId }) => transactionId)).toEqual([paid, paid]);
    await pay(server, ada.accounts['USD'] ?? '', mary.accounts['USD'] ?? '', 1_000);
    await server.advance(60 * secondMs);
    const [sent] = (await statementOf(server, ada.accounts['USD'] ?? '')).data;
    const [received] = (await statementOf(server, mary.accounts['USD'] ?? '')).data;
    expect(shortly([received as AccountEntry])).toEqual([['PAYMENT_RECEIVED', 1_000, 0, 1_000, 1_000]]);
    expect(received?.transactionId).toBe(sent?.transactionId);
  });

  it.each(['asc', 'desc'])('are paged in ledger order, %s, without a gap or a repeat', async (order) => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 1);
    const account = accounts['USD'] ?? '';
    // All at one moment, so that the time alone does not determine the order.
    for (let amount = 2; amount <= 5; amount += 1) await fund(server, account, amount);
    const seen: number[] = [];
    let cursor = '';
    do {
      const page = await statementOf(server, account, `limit=2&sortOrder=${order}${cursor}`);
      seen.push(...page.data.map(({ amount }) => amount.amount));
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
      if (seen.length === 2) await fund(server, account, 100);
    } while (cursor !== '');
    // What is posted meanwhile comes after all others.
    expect(seen).toEqual(order === 'asc' ? [1, 2, 3, 4, 5, 100] : [5, 4, 3, 2, 1]);
  });

  it('are filtered by time and kind, with the opening and closing balance of the range', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 10_000);
    const account = accounts['USD'] ?? '';
    await server.advance(secondMs);
    await pay(server, account, await makeUsdAccount(server, customerId), 1_000);
    await fund(server, account, 50);
    await server.advance(secondMs);
    await fund(server, account, 7);
    const second = 'createdAfter=2025-01-01T00:00:01Z&createdBefore=2025-01-01T00:00:01.999Z';
    const range = await statementOf(server, account, second);
    expect(range.data.map(({ amount }) => amount.amount)).toEqual([50, -1_000]);
    expect([range.opening.balance.amount, range.closing.balance.amount]).toEqual([10_000, 9_050]);
    const funded = await statementOf(server, account, `${second}&kind=SANDBOX_FUNDING`);
    expect(funded.data.map(({ amount }) => amount.amount)).toEqual([50]);
    expect([funded.opening.balance.amount, funded.closing.balance.amount]).toEqual([10_000, 9_050]);
    const before = await statementOf(server, account, 'createdBefore=2024-12-31T23:59:59Z');
    expect([before.data, before.opening.balance.amount, before.closing.balance.amount]).toEqual([[], 0, 0]);
  });

  it('keep their order and are never dated before the previous entry', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 5);
    const account = accounts['USD'] ?? '';
    await server.bare.transaction(async (unit) => {
      await unit.run(
        {
          name: 'dateEntriesOn',
          bind: () => ({
            text: `UPDATE internal_accounts SET entered_at = '2026-01-01T00:00:00.000Z' WHERE id = '${account}'`,
            values: [],
          }),
        },
        {},
      );
    });
    await fund(server, account, 6);
    await fund(server, account, 7);
    const { data } = await statementOf(server, account, 'sortOrder=asc');
    expect(data.map(({ createdAt, amount }) => [createdAt.slice(0, 4), amount.amount])).toEqual([
      ['2025', 5],
      ['2026', 6],
      ['2026', 7],
    ]);
  });

  it('are returned to the platform of the account alone, with the permission VIEW', async () => {
    const server = await start();
    const { accounts } = await makeSender(server);
    const path = `/internal-accounts/${accounts['USD']}/entries`;
    const stranger = await start();
    expect((await stranger.request('GET', path)).body.code).toBe('ACCOUNT_NOT_FOUND');
    expect((await stranger.request('GET', path, undefined, { accept: 'text/csv' })).body.code).toBe(
      'ACCOUNT_NOT_FOUND',
    );
    expect((await (await server.withToken(['TRANSACT'])).request('GET', path)).body.code).toBe('FORBIDDEN');
    expect((await (await server.withToken(['VIEW'])).request('GET', path)).status).toBe(200);
  });

  it('refuse a range that ends before it begins, and a cursor of another list', async () => {
    const server = await start();
    const { accounts } = await makeSender(server);
    const path = `/internal-accounts/${accounts['USD']}/entries`;
    const reversed = `${path}?createdAfter=2025-01-02T00:00:00Z&createdBefore=2025-01-01T00:00:00Z`;
    expect(refusedFields(await server.request('GET', reversed))).toEqual(['createdBefore']);
    await makeSender(server);
    const { body } = await server.request('GET', '/customers?limit=1');
    expect(refusedFields(await server.request('GET', `${path}?cursor=${body.nextCursor}`))).toEqual(['cursor']);
  });

  it('are read from an index, with or without a kind, in either order', async () => {
    const server = await start();
    const last = { created_at: '2025-02-01T00:00:00.000Z', sequence: 9 };
    const range = { tenant: 1, accountId: 'InternalAccount:1', from: '2025-01-01T00:00:00.000Z', last };
    const after = { created_at: '2025-01-15T00:00:00.000Z', sequence: 3 };
    for (const [kind, index] of [
      [undefined, /PRIMARY KEY|account_entries_pkey/],
      ['REFUND', /account_entries_kind/],
    ] as const)
      for (const order of ['asc', 'desc'] as const) {
        const plan = await server.bare.transaction((unit) =>
          planOf(unit, (planned) => listEntryRows(planned, { ...range, kind, order }, { limit: 20, after })),
        );
        expect(plan).toMatch(index);
        expect(plan).not.toMatch(/TEMP B-TREE|SCAN|Sort|Seq Scan/);
      }
  });
});
