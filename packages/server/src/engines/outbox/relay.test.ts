import { expect, it } from 'vitest';
import { eachEngine, type Start } from '../../../test/each-engine.ts';
import { emit } from '../../../test/emitted-events.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { openInbox } from '../../../test/webhook-inbox.ts';
import { openWebhookPort, refused, taken, timedOut, type WebhookPort } from '../../../test/webhook-port.ts';
import { minuteMs, plusMs, secondMs } from '../../ground/clock/instant.ts';

let platforms = 0;

/** Sets an endpoint for a platform, and sends the TEST event that comes with it. */
async function connect(server: TestServer, port: WebhookPort): Promise<string> {
  platforms += 1;
  await clear(server);
  const endpoint = `https://receiver${platforms}.example.com/hook`;
  const reply = port.reply;
  port.reply = () => taken;
  await server.request('PATCH', '/config', { webhookEndpoint: endpoint });
  await server.app.settle();
  port.reply = reply;
  port.sent.length = 0;
  return endpoint;
}

/** A server whose platform has an endpoint, with the port to it. */
async function connected(start: Start) {
  const port = openWebhookPort();
  const server = await start({ deps: { send: port } });
  return { port, server, endpoint: await connect(server, port) };
}

/** Removes from the queue what earlier tests and the creation of the platform left there. */
async function clear({ bare }: TestServer): Promise<void> {
  await bare.transaction((unit) =>
    unit.select((db) => db.updateTable('deliveries').set({ status: 'SKIPPED', due_at: null }).returning('event_id')),
  );
}

async function deliveriesOf({ bare, tenant }: TestServer) {
  return bare.read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('deliveries')
        .select(['event_id', 'status', 'attempts', 'due_at', 'leased_until'])
        .where('tenant', '=', tenant)
        .where('type', '<>', 'TEST')
        .where('status', '<>', 'SKIPPED')
        .orderBy('event_id'),
    ),
  );
}

async function attemptsOf({ bare, tenant }: TestServer) {
  return bare.read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('delivery_attempts')
        .select(['event_id', 'attempt', 'status_code'])
        .where('tenant', '=', tenant)
        .where('event_id', 'in', (eb) =>
          eb.selectFrom('deliveries').select('event_id').where('tenant', '=', tenant).where('type', '<>', 'TEST'),
        ),
    ),
  );
}

/** Waits for a condition that another part of the running server brings about. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 2));
}

eachEngine('the relay', (start) => {
  it('continues with one platform while the endpoint of another answers none of 300 events', async () => {
    const port = openWebhookPort();
    const silent = await start({ deps: { send: port } });
    await connect(silent, port);
    const healthy = await start({ deps: { send: port } });
    const endpoint = await connect(healthy, port);
    await emit(silent, 300);
    await emit(healthy, 100);
    port.reply = (request) => (request.endpoint === endpoint ? taken : undefined);
    healthy.app.start();
    await until(async () => (await deliveriesOf(healthy)).every(({ status }) => status === 'DELIVERED'));
    expect(port.sent.filter((sent) => sent.endpoint === endpoint)).toHaveLength(100);
    // No attempt to the other endpoint has ended, and only a few have started.
    expect(port.open).toHaveLength(2);
  });

  it('records each attempt as it ends, while others are in progress', async () => {
    const { port, server } = await connected(start);
    await emit(server, 2);
    server.app.start();
    await port.untilOpen(2);
    await port.open[0]?.answer(taken);
    await until(async () => (await attemptsOf(server)).length === 1);
    expect((await deliveriesOf(server)).map(({ status }) => status).sort()).toEqual(['DELIVERED', 'PENDING']);
  });

  it('records every attempt except the one that cannot be written', async () => {
    const { port, server, endpoint } = await connected(start);
    await emit(server, 5);
    const [first] = await deliveriesOf(server);
    const at = server.clock.now();
    const known = { event_id: first?.event_id ?? '', attempt: 1, started_at: at, duration_ms: 1, endpoint };
    await server.bare.transaction(async (unit) =>
      unit.insert('delivery_attempts', [{ tenant: server.tenant, ...known, status_code: 500, error: null }]),
    );
    port.reply = () => taken;
    await server.app.settle();
    const statuses = (await deliveriesOf(server)).map(({ status }) => status);
    expect(statuses).toEqual(['PENDING', 'DELIVERED', 'DELIVERED', 'DELIVERED', 'DELIVERED']);
    expect(server.takeBugs()).toHaveLength(1);
  });

  it('delays no other resource behind one with 1,200 events, and keeps the order of that one', async () => {
    const { port, server } = await connected(start);
    const resource = server.deps.ids.next('InternalAccount');
    await emit(server, 1_200, { resource });
    await emit(server, 5);
    port.reply = ({ body }) => (body.includes(resource) ? undefined : taken);
    server.app.start();
    await until(() => port.sent.filter(({ data }) => data?.id !== resource).length === 5);
    expect(port.open.map(({ sequence }) => sequence)).toEqual([1]);
    for (let turn = 1; turn <= 70; turn += 1) {
      await port.untilOpen(1);
      expect(port.open.map(({ sequence }) => sequence)).toEqual([turn]);
      await port.open[0]?.answer(turn % 7 === 0 ? refused : taken);
    }
  });

  it('keeps the order of a resource even when its events are due at different times', async () => {
    const { port, server } = await connected(start);
    const resource = server.deps.ids.next('InternalAccount');
    await emit(server, 5, { resource });
    for (const [index, minutesAgo] of [3, 5, 2, 4, 1].entries()) {
      const dueAt = plusMs(server.clock.now(), -minutesAgo * minuteMs);
      const moved = await server.bare.transaction((unit) =>
        unit.select((db) =>
          db
            .updateTable('deliveries')
            .set({ due_at: dueAt })
            .where('resource_id', '=', resource)
            .where('sequence', '=', index + 1)
            .returning('event_id'),
        ),
      );
      expect(moved).toHaveLength(1);
    }
    port.reply = () => taken;
    for (let turn = 1; turn <= 5; turn += 1) await server.app.settle();
    expect(port.sent.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  });

  it('retries a broken-off attempt before it sends the events behind it', async () => {
    const { port, server } = await connected(start);
    await emit(server, 3, { resource: server.deps.ids.next('InternalAccount') });
    server.app.start();
    await port.untilOpen(1);
    // The sending thread has failed, and a new one starts at once.
    port.reply = () => taken;
    await port.open[0]?.answer({ statusCode: null, error: 'the thread has failed', isBrokenOff: true });
    await until(() => port.sent.length === 4);
    expect(port.sent.map(({ sequence }) => sequence)).toEqual([1, 1, 2, 3]);
  });

  it('pauses an endpoint that keeps refusing, and sends everything once it accepts events again', async () => {
    const { port, server } = await connected(start);
    await emit(server, 200);
    port.reply = () => refused;
    await server.app.settle();
    // 64 in a row, plus the attempts that were running at the last failure.
    expect(port.sent.length).toBeLessThan(70);
    const before = port.sent.length;
    await server.app.settle();
    expect(port.sent).toHaveLength(before);
    expect((await deliveriesOf(server)).filter(({ leased_until }) => leased_until !== null)).toEqual([]);
    await server.advance(secondMs);
    expect(port.sent.length - before).toBe(64);
    port.reply = () => taken;
    await server.advance(2 * secondMs);
    const after = await deliveriesOf(server);
    expect(after.filter(({ status }) => status === 'DELIVERED')).toHaveLength(200 - before - 64);
    await server.advance(30 * secondMs);
    expect((await deliveriesOf(server)).filter(({ status }) => status !== 'DELIVERED')).toEqual([]);
  });

  it('sends INCOMING_PAYMENT.PENDING at once, even while the endpoint is paused', async () => {
    const { port, server } = await connected(start);
    await emit(server, 200);
    port.reply = () => timedOut;
    await server.app.settle();
    const before = port.sent.length;
    await emit(server, 1, { type: 'INCOMING_PAYMENT.PENDING' });
    await server.app.settle();
    expect(port.sent.slice(before).map(({ type }) => type)).toEqual(['INCOMING_PAYMENT.PENDING']);
  });

  it('ends a pause when the endpoint is changed', async () => {
    const { port, server } = await connected(start);
    await emit(server, 200);
    port.reply = () => timedOut;
    await server.app.settle();
    port.reply = () => taken;
    await server.request('PATCH', '/config', { webhookEndpoint: 'https://mended.example.com/hook' });
    await server.app.settle();
    const sent = port.sent.filter(({ endpoint }) => endpoint === 'https://mended.example.com/hook');
    expect(sent.length).toBeGreaterThanOrEqual(196);
  });

  it.each([
    ['removed', null],
    ['replaced', 'https://replaced.example.com/hook'],
  ])('sends no waiting event to an endpoint that another process has %s', async (_name, endpoint) => {
    const { port, server, endpoint: first } = await connected(start);
    await emit(server, 50);
    port.reply = (request) => (request.endpoint === first ? undefined : taken);
    server.app.start();
    await port.untilOpen(2);
    // As another process does it: this one is not notified.
    await server.bare.transaction((unit) =>
      unit.select((db) =>
        db
          .updateTable('platforms')
          .set({ webhook_endpoint: endpoint })
          .where('tenant', '=', server.tenant)
          .returning('tenant'),
      ),
    );
    const pending = async () => (await deliveriesOf(server)).filter(({ status }) => status === 'PENDING').length;
    await expect.poll(pending).toBe(2);
    for (const open of [...port.open]) await open.answer(taken);
    await expect.poll(pending).toBe(0);
    expect(port.sent.filter((sent) => sent.endpoint === first)).toHaveLength(2);
  });

  it('does not change a delivery that another process has claimed meanwhile', async () => {
    const [slow, quick] = [openWebhookPort(), openWebhookPort()];
    const server = await start({ deps: { send: slow } });
    const other = await start({ deps: { send: quick } });
    await connect(server, slow);
    await emit(server, 1);
    server.app.start();
    await slow.untilOpen(1);
    // The process was stopped for longer than its lease.
    quick.reply = () => taken;
    await other.advance(31 * secondMs);
    expect(quick.sent).toHaveLength(1);
    await slow.open[0]?.answer(refused);
    await server.app.stop();
    expect(await deliveriesOf(server)).toMatchObject([{ status: 'DELIVERED', attempts: 1, due_at: null }]);
    expect(await attemptsOf(server)).toMatchObject([{ attempt: 1, status_code: 200 }]);
    // It does not even try: the store would refuse a second first attempt.
    expect(server.takeBugs()).toEqual([]);
  });

  it('records no unanswered attempt when it stops, and leaves its delivery due at once', async () => {
    const { port, server } = await connected(start);
    await emit(server, 50);
    server.app.start();
    await port.untilOpen(2);
    await port.open[0]?.answer(taken);
    await port.untilOpen(3);
    await server.app.stop();
    expect(await attemptsOf(server)).toHaveLength(1);
    const left = (await deliveriesOf(server)).filter(({ status }) => status === 'PENDING');
    expect(left).toHaveLength(49);
    const now = server.clock.now();
    expect(left.filter(({ due_at, leased_until }) => due_at !== now || leased_until !== null)).toEqual([]);
  });

  it('sends each event once with two processes', async () => {
    const inbox = await openInbox();
    const server = await start();
    const other = await start();
    await clear(server);
    await server.request('PATCH', '/config', { webhookEndpoint: inbox.url });
    await emit(server, 300);
    await emit(server, 100, { resource: server.deps.ids.next('InternalAccount') });
    server.app.start();
    other.app.start();
    await until(async () => (await deliveriesOf(server)).every(({ status }) => status === 'DELIVERED'));
    await inbox.close();
    expect(inbox.received).toHaveLength(401);
    expect(new Set(inbox.received.map(({ body }) => body)).size).toBe(401);
    const ordered = inbox.events().filter(({ data }) => data?.id.startsWith('Int'));
    expect(ordered.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });
});
