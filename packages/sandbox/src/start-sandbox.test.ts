import { orThrow } from '@payments-platform/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePayer, type Payer, pay } from '../test/one-payment.ts';
import { type Sandbox, startSandbox } from './index.ts';

describe.each(['own', 'child'] as const)('a sandbox in its %s process', (process) => {
  let sandbox: Sandbox;
  let payer: Payer;
  const lines: string[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox({ process, report: (line) => lines.push(line) });
    await sandbox.clock.freeze();
    payer = await makePayer(sandbox.client);
  });

  afterAll(async () => {
    await sandbox.stop();
    expect(lines).toEqual([]);
  });

  it('completes a payment and receives its verified webhooks', async () => {
    const { transactionId } = await pay(sandbox.client, payer);
    await sandbox.webhooks.next({ type: 'OUTGOING_PAYMENT.PROCESSING', resourceId: transactionId });
    await sandbox.clock.advance('1m');
    const { data } = await sandbox.webhooks.next({ type: 'OUTGOING_PAYMENT.COMPLETED', resourceId: transactionId });
    expect(data.status).toBe('COMPLETED');
  });

  it('fails payments with ACCOUNT_CANNOT_RECEIVE while the rail fails, and completes them after', async () => {
    const mend = sandbox.fail('rail', 'ACCOUNT_CANNOT_RECEIVE');
    const failing = await pay(sandbox.client, payer);
    await sandbox.clock.advance('1m');
    const { data } = await sandbox.webhooks.next({
      type: 'OUTGOING_PAYMENT.FAILED',
      resourceId: failing.transactionId,
    });
    expect(data.failureReason).toBe('ACCOUNT_CANNOT_RECEIVE');
    mend();
    const { transactionId } = await pay(sandbox.client, payer);
    await sandbox.clock.advance('1m');
    await sandbox.webhooks.next({ type: 'OUTGOING_PAYMENT.COMPLETED', resourceId: transactionId });
  });
});

describe('a sandbox', () => {
  let sandbox: Sandbox;
  let payer: Payer;

  beforeAll(async () => {
    sandbox = await startSandbox();
    await sandbox.clock.freeze();
    payer = await makePayer(sandbox.client);
  });

  afterAll(() => sandbox.stop());

  it('advances the clock by a week and returns the event and the delivery within it', async () => {
    const before = await sandbox.clock.now();
    const { transactionId } = await pay(sandbox.client, payer, 'ACH');
    const happened = await sandbox.clock.advance('1w');
    expect(Date.parse(await sandbox.clock.now()) - Date.parse(before)).toBe(7 * 86_400_000);
    expect(happened.filter(({ resourceId }) => resourceId === transactionId).map(({ kind }) => kind)).toEqual([
      'EVENT',
      'DELIVERY',
    ]);
    // There is nothing to wait for: the webhook was delivered before the clock reached this time.
    expect(sandbox.webhooks.received.at(-1)).toMatchObject({ type: 'OUTGOING_PAYMENT.COMPLETED' });
  });

  it('completes a payment when the clock reaches expectedSettlementAt', async () => {
    const { transactionId } = await pay(sandbox.client, payer, 'ACH');
    const params = { path: { transactionId } };
    const payment = await orThrow(sandbox.client.GET('/transactions/{transactionId}', { params }));
    if (!('expectedSettlementAt' in payment) || payment.expectedSettlementAt == null) throw new Error('no moment');
    await sandbox.clock.advanceTo(payment.expectedSettlementAt);
    expect(await sandbox.clock.now()).toBe(payment.expectedSettlementAt);
    const { data } = await sandbox.client.GET('/transactions/{transactionId}', { params });
    expect(data?.status).toBe('COMPLETED');
  });

  it('lists the received events and a hint when an awaited event does not arrive', async () => {
    const { transactionId } = await pay(sandbox.client, payer);
    await sandbox.webhooks.next({ type: 'OUTGOING_PAYMENT.PROCESSING', resourceId: transactionId });
    const missing = sandbox.webhooks.next({
      type: 'OUTGOING_PAYMENT.COMPLETED',
      resourceId: transactionId,
      timeoutMs: 10,
    });
    const error = await missing.catch((thrown: Error) => thrown);
    expect(String(error)).toContain(`No OUTGOING_PAYMENT.COMPLETED of ${transactionId} arrived within 10 ms.`);
    expect(String(error)).toContain('clock.advance');
    expect(String(error)).toContain(`OUTGOING_PAYMENT.PROCESSING ${transactionId} (taken before)`);
  });

  it('receives an event once, by a retry after its endpoint returned 503', async () => {
    const mend = sandbox.fail('endpoint', 503);
    const drop = await pay(sandbox.client, payer);
    await sandbox.clock.advance('10s');
    await expect(
      sandbox.webhooks.next({ type: 'OUTGOING_PAYMENT.COMPLETED', resourceId: drop.transactionId, timeoutMs: 10 }),
    ).rejects.toThrow('These deliveries were refused:\n  failed on purpose: 503');
    mend();
    const again = await sandbox.clock.advance('1h');
    expect(again).toContainEqual(expect.objectContaining({ kind: 'DELIVERY', statusCode: 200 }));
    await sandbox.webhooks.next({ type: 'OUTGOING_PAYMENT.COMPLETED', resourceId: drop.transactionId });
    const ids = sandbox.webhooks.received.map((event) => 'id' in event && event.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refuses quotes with QUOTE_RATE_UNAVAILABLE while the rates fail', async () => {
    const quote = () =>
      sandbox.client.POST('/quotes', {
        body: {
          source: { sourceType: 'REALTIME_FUNDING', currency: 'EUR', customerId: payer.customerId },
          destination: { destinationType: 'ACCOUNT', accountId: payer.accountId },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 1_000,
        },
      });
    const mend = sandbox.fail('rates');
    expect((await quote()).error?.code).toBe('QUOTE_RATE_UNAVAILABLE');
    mend();
    expect((await quote()).error).toBeUndefined();
  });

  it('refuses an invalid duration and names valid ones', async () => {
    // @ts-expect-error a unit that is not there
    await expect(sandbox.clock.advance('2 fortnights')).rejects.toThrow('90s, 15m, 2h, 1d12h or 1w');
  });
});

describe('a stopped sandbox', () => {
  it('leaves no listener, socket, process or timer behind', async () => {
    // Closed sockets disappear in the next turns of the event loop.
    const turns = async () => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    await turns();
    const left = () => ({
      sockets: process.getActiveResourcesInfo().filter((kind) => /TCP|Timeout|Process/.test(kind)).length,
      listeners: process.eventNames().map((name) => `${String(name)} ${process.listenerCount(name)}`),
    });
    const before = left();
    for (let count = 0; count < 5; count += 1) {
      await using sandbox = await startSandbox();
      await makePayer(sandbox.client);
      expect(left().sockets).toBeGreaterThan(before.sockets);
    }
    await turns();
    const after = left();
    expect(after.listeners).toEqual(before.listeners);
    // Earlier tests may have left sockets to close.
    expect(after.sockets).toBeLessThanOrEqual(before.sockets);
  });
});
