import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { connect, emit, startWithPort } from '../../../test/emitted-events.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { refused, taken, type WebhookPort } from '../../../test/webhook-port.ts';
import { dayMs } from '../../ground/clock/instant.ts';

async function eventOf(server: TestServer, resource = 'Card:1') {
  const { body } = await server.request('GET', `/events?resourceId=${resource}`);
  return body.data[0];
}

async function resend(server: TestServer, resource = 'Card:1') {
  return server.request('POST', `/events/${(await eventOf(server, resource)).id}/resend`);
}

const bodies = ({ sent }: WebhookPort): string[] => sent.map(({ body }) => body);

eachEngine('resending an event', (start) => {
  it('resends a delivered event with the same bytes and id', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    await emit(server, 1, { resource: 'Card:1' });
    await server.app.settle();
    await server.advance(30 * dayMs);
    expect(await resend(server)).toMatchObject({
      status: 200,
      body: { status: 'PENDING', attemptCount: 1, nextAttemptAt: '2025-01-31T00:00:00.000Z' },
    });
    await server.app.settle();
    expect(bodies(port)).toHaveLength(2);
    expect(new Set(bodies(port)).size).toBe(1);
    expect(await eventOf(server)).toMatchObject({ status: 'DELIVERED', attemptCount: 2, nextAttemptAt: null });
  });

  it('resends an event skipped for lack of an endpoint, once one is set', async () => {
    const { server, port } = await startWithPort(start);
    await emit(server, 1, { resource: 'Card:1' });
    await server.app.settle();
    expect(await resend(server)).toMatchObject({ status: 400, body: { code: 'WEBHOOK_ENDPOINT_NOT_SET' } });
    expect(await eventOf(server)).toMatchObject({ status: 'SKIPPED' });
    await connect(server, port);
    expect((await resend(server)).body).toMatchObject({ status: 'PENDING' });
    await server.app.settle();
    expect(port.sent.map(({ data }) => data?.id)).toEqual(['Card:1']);
    expect(await eventOf(server)).toMatchObject({ status: 'DELIVERED', attemptCount: 1 });
  });

  it('resends a DEAD event', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    port.reply = () => refused;
    await emit(server, 1, { resource: 'Card:1', type: 'INCOMING_PAYMENT.PENDING' });
    await server.app.settle();
    expect(await eventOf(server)).toMatchObject({ status: 'DEAD', attemptCount: 1 });
    port.reply = () => taken;
    await resend(server);
    await server.app.settle();
    expect(await eventOf(server)).toMatchObject({ status: 'DELIVERED', attemptCount: 2 });
  });

  it('retries as usual within seven days of the event, and makes one attempt afterwards', async () => {
    const { server, port } = await startWithPort(start);
    await emit(server, 1, { resource: 'Card:old' });
    await server.advance(8 * dayMs);
    await emit(server, 1, { resource: 'Card:new' });
    await server.app.settle();
    await connect(server, port);
    port.reply = () => refused;
    await resend(server, 'Card:old');
    await resend(server, 'Card:new');
    await server.app.settle();
    expect(await eventOf(server, 'Card:old')).toMatchObject({ status: 'DEAD', attemptCount: 1 });
    expect(await eventOf(server, 'Card:new')).toMatchObject({ status: 'WAITING', attemptCount: 1 });
  });

  it('resends a WAITING event at once', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    port.reply = () => refused;
    await emit(server, 1, { resource: 'Card:1' });
    await server.app.settle();
    port.reply = () => taken;
    await resend(server);
    await server.app.settle();
    expect(await eventOf(server)).toMatchObject({ status: 'DELIVERED', attemptCount: 2 });
  });

  it('refuses an event before its first attempt and during an attempt with CONFLICT', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    await emit(server, 1, { resource: 'Card:1' });
    expect(await resend(server)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    port.reply = () => refused;
    await server.app.settle();
    port.reply = () => undefined;
    await resend(server);
    const settled = server.app.settle();
    await port.untilOpen(1);
    expect(await resend(server)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await eventOf(server)).toMatchObject({ status: 'WAITING', nextAttemptAt: null });
    await port.open[0]?.answer(taken);
    await settled;
    expect(port.sent).toHaveLength(2);
    expect(await eventOf(server)).toMatchObject({ status: 'DELIVERED', attemptCount: 2 });
  });

  it('makes one attempt at a time, even with 20 parallel requests', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    await emit(server, 1, { resource: 'Card:1' });
    await server.app.settle();
    let most = 0;
    port.reply = () => {
      most = Math.max(most, port.open.length);
      setTimeout(() => void port.open[0]?.answer(taken), 5);
      return undefined;
    };
    server.app.start();
    const answers = await Promise.all(Array.from({ length: 20 }, () => resend(server)));
    while ((await eventOf(server)).status !== 'DELIVERED') await new Promise((resolve) => setTimeout(resolve, 5));
    expect(most).toBe(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const { id, attemptCount } = await eventOf(server);
    const { body } = await server.request('GET', `/events/${id}`);
    expect(body.attempts).toHaveLength(attemptCount);
    expect(port.sent).toHaveLength(attemptCount);
  });

  it('requires an event of the platform and the permission MANAGE', async () => {
    const { server } = await startWithPort(start);
    await emit(server, 1, { resource: 'Card:1' });
    const path = `/events/${(await eventOf(server)).id}/resend`;
    const other = await start();
    expect(await other.request('POST', path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    const payer = await server.withToken(['VIEW', 'TRANSACT']);
    expect((await payer.request('POST', path)).body.code).toBe('FORBIDDEN');
  });
});
