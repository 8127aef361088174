import { expect, it } from 'vitest';
import { eachEngine } from '../../test/each-engine.ts';
import { balanceOf, eventsOf, makeSender, makeUsdAccount, quoteBody } from '../../test/parties.ts';
import type { Answer } from '../../test/test-server.ts';
import { minuteMs } from '../clock/instant.ts';
import { verifyStore } from '../verify/verify-store.ts';

const many = 32;

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort((a, b) => a - b);
const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

eachEngine('requests that arrive together', (start) => {
  it('execute one quote once, debit once, and all others are refused', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const from = accounts['USD'] ?? '';
    const to = await makeUsdAccount(server, customerId);
    const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from, to }));
    const execute = () => server.request('POST', `/quotes/${quote.id}/execute`);
    const answers = await Promise.all(Array.from({ length: many }, execute));
    expect(statuses(answers)).toEqual([200, ...times(many - 1, 409)]);
    expect(await balanceOf(server, from)).toBe(990_000);
    expect(await eventsOf(server, quote.transactionId)).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING']);
  });

  it('spend a balance as often as it lasts and never below zero', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 70_500);
    const from = accounts['USD'] ?? '';
    const body = quoteBody({ from, to: await makeUsdAccount(server, customerId), extra: { immediatelyExecute: true } });
    const answers = await Promise.all(Array.from({ length: many }, () => server.request('POST', '/quotes', body)));
    expect(statuses(answers)).toEqual([...times(7, 201), ...times(many - 7, 400)]);
    for (const answer of answers.filter(({ status }) => status === 400)) expect(answer.body.code).toBe('INSUFFICIENT_FUNDS');
    expect(await balanceOf(server, from)).toBe(500);
    await server.advance(minuteMs);
    expect((await verifyStore(server.deps.database)).filter(({ breach }) => breach !== null)).toEqual([]);
  });

  it('with one Idempotency-Key make one payment and all get its answer', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const from = accounts['USD'] ?? '';
    const body = quoteBody({ from, to: await makeUsdAccount(server, customerId), extra: { immediatelyExecute: true } });
    const pay = () => server.request('POST', '/quotes', body, { 'idempotency-key': 'one intent' });
    const answers = await Promise.all(Array.from({ length: many }, pay));
    expect(statuses(answers)).toEqual(times(many, 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect(await balanceOf(server, from)).toBe(990_000);
    expect((await server.request('GET', '/transactions')).body.data).toHaveLength(1);
  });
});
