import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { connect, emit, startWithPort } from '../../../test/emitted-events.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { refused, taken } from '../../../test/webhook-port.ts';
import { dayMs } from '../../ground/clock/instant.ts';

const firstDay = { from: '2025-01-01T00:00:00Z', to: '2025-01-02T00:00:00Z' };

function resend(server: TestServer, range: object = {}, headers: Record<string, string> = {}) {
  return server.request('POST', '/events/resend', { ...firstDay, ...range }, headers);
}

async function statusesOf(server: TestServer, query: string): Promise<Record<string, number>> {
  const { body } = await server.request('GET', `/events?limit=100&${query}`);
  const statuses: string[] = body.data.map(({ status }: { status: string }) => status);
  return Object.fromEntries(
    Map.groupBy(statuses, (status) => status)
      .entries()
      .map(([name, all]) => [name, all.length]),
  );
}

eachEngine('resending the events of a range', (start) => {
  it('resends skipped and DEAD events once, and no delivered event', async () => {
    const { server, port } = await startWithPort(start);
    await emit(server, 2, { resource: 'Card:skipped' });
    await server.app.settle();
    await connect(server, port);
    await emit(server, 1, { resource: 'Card:taken' });
    await server.app.settle();
    port.reply = () => refused;
    // This type has only one attempt.
    await emit(server, 3, { resource: 'Card:refused', type: 'INCOMING_PAYMENT.PENDING' });
    await server.app.settle();
    port.reply = () => taken;
    port.sent.length = 0;
    const { body } = await resend(server);
    expect(body).toMatchObject({ hasMore: false, nextCursor: null });
    await server.app.settle();
    const cards = port.sent.filter(({ data }) => data?.id.startsWith('Card:'));
    expect(cards.map(({ data, sequence }) => `${data?.id} ${sequence}`).sort()).toEqual([
      'Card:refused 1',
      'Card:refused 2',
      'Card:refused 3',
      'Card:skipped 1',
      'Card:skipped 2',
    ]);
    expect(body.count).toBe(port.sent.length);
    expect(await statusesOf(server, 'createdAfter=2025-01-01T00:00:00Z')).toEqual({ DELIVERED: expect.any(Number) });
    expect((await resend(server)).body.count).toBe(0);
  });

  it('resends only events of the given range and statuses and of the platform', async () => {
    const { server, port } = await startWithPort(start);
    const other = await start({ deps: { send: port } });
    for (const one of [server, other]) {
      await emit(one, 1, { resource: 'Card:early' });
      await one.app.settle();
      await one.advance(2 * dayMs);
      await emit(one, 1, { resource: 'Card:late' });
      await one.app.settle();
      await connect(one, port);
    }
    expect((await resend(server, { statuses: ['DEAD', 'WAITING'] })).body.count).toBe(0);
    await resend(server);
    await server.app.settle();
    expect(await statusesOf(server, 'resourceId=Card:early')).toEqual({ DELIVERED: 1 });
    expect(await statusesOf(server, 'resourceId=Card:late')).toEqual({ SKIPPED: 1 });
    expect(await statusesOf(other, 'resourceId=Card:early')).toEqual({ SKIPPED: 1 });
    const exact = { from: '2025-01-03T00:00:00Z', to: '2025-01-03T00:00:00Z' };
    expect((await resend(server, exact)).body.count).toBe(1);
  });

  it('resends WAITING events on request, without TEST events and without attempts in progress', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    port.reply = () => refused;
    await server.request('PATCH', '/config', { webhookEndpoint: 'https://receiver.example.com/other' });
    await emit(server, 1, { resource: 'Card:1' });
    await server.app.settle();
    expect(await statusesOf(server, 'type=TEST')).toEqual({ DELIVERED: 1, DEAD: 1 });
    port.reply = () => undefined;
    expect((await resend(server, { statuses: ['WAITING', 'DEAD'] })).body.count).toBe(1);
    const settled = server.app.settle();
    await port.untilOpen(1);
    expect((await resend(server, { statuses: ['WAITING'] })).body.count).toBe(0);
    await port.open[0]?.answer(taken);
    await settled;
    expect(await statusesOf(server, 'type=CARD.STATE_CHANGE')).toEqual({ DELIVERED: 1 });
    expect(await statusesOf(server, 'type=TEST')).toEqual({ DELIVERED: 1, DEAD: 1 });
  });

  it('works in pages of 1,000 events and does not block another platform', async () => {
    const { server, port } = await startWithPort(start);
    const other = await start({ deps: { send: port } });
    await server.advance(dayMs);
    await emit(server, 1_003);
    await server.app.settle();
    await connect(server, port);
    await connect(other, port);
    const range = { from: '2025-01-02T00:00:00Z' };
    const first = (await resend(server, range)).body;
    expect(first).toMatchObject({ count: 1_000, hasMore: true });
    const rest = (await resend(server, { ...range, cursor: first.nextCursor })).body;
    expect(rest).toEqual({ count: 3, hasMore: false, nextCursor: null });
    port.reply = ({ body }) => (body.includes('Card:other') ? taken : undefined);
    await emit(other, 1, { resource: 'Card:other' });
    other.app.start();
    while ((await statusesOf(other, 'resourceId=Card:other'))['DELIVERED'] !== 1)
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(port.sent.filter(({ data }) => data?.id === 'Card:other')).toHaveLength(1);
    expect(await statusesOf(server, 'status=SKIPPED&createdAfter=2025-01-02T00:00:00Z')).toEqual({});
  });

  it('repeats its response for the same key, and refuses the key for another range', async () => {
    const { server, port } = await startWithPort(start);
    await emit(server, 1);
    await server.app.settle();
    await connect(server, port);
    const key = { 'idempotency-key': 'after the outage' };
    const first = await resend(server, {}, key);
    expect(first.body.count).toBeGreaterThan(0);
    await server.app.settle();
    const repeat = await resend(server, {}, key);
    expect(repeat.text).toBe(first.text);
    expect(await resend(server, { to: '2025-01-03T00:00:00Z' }, key)).toMatchObject({ body: { code: 'CONFLICT' } });
  });

  it('refuses an inverted range, an invalid cursor or status, and a platform without endpoint', async () => {
    const { server, port } = await startWithPort(start);
    expect((await resend(server)).body.code).toBe('WEBHOOK_ENDPOINT_NOT_SET');
    await connect(server, port);
    for (const [range, field] of [
      [{ to: '2024-12-31T23:59:59Z' }, 'to'],
      [{ cursor: 'nonsense' }, 'cursor'],
      [{ statuses: [] }, 'statuses'],
      [{ statuses: ['DELIVERED'] }, 'statuses.0'],
      [{ from: 'soon' }, 'from'],
    ] as const) {
      const answer = await resend(server, range);
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(answer)).toEqual([field]);
    }
    const payer = await server.withToken(['VIEW', 'TRANSACT']);
    expect((await resend(payer as TestServer)).body.code).toBe('FORBIDDEN');
  });
});
