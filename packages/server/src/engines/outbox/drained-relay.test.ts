import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { connect, emit, startWithPort } from '../../../test/emitted-events.ts';
import { taken } from '../../../test/webhook-port.ts';
import { brokenOff } from './send.ts';

oneEngine('a draining server', (start) => {
  it('completes webhooks in progress while it drains, and still tests endpoints', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    port.reply = () => undefined;
    await emit(server, 5);
    server.app.start();
    await port.untilOpen(2);
    await server.app.drain();
    expect(server.app.inside.relay.load().held).toBe(2);
    port.reply = ({ body }) => (body.includes('"TEST"') ? taken : undefined);
    expect(await server.request('POST', '/sandbox/webhooks/test')).toMatchObject({
      status: 200,
      body: { response_status: 200 },
    });
    for (const open of [...port.open]) await open.answer(taken);
    await expect.poll(() => server.app.inside.relay.load().held).toBe(0);
    await server.app.stop();
    const ended = await server.bare.read((unit) =>
      unit.select((db) => db.selectFrom('deliveries').select('status').where('type', '<>', 'TEST')),
    );
    expect(ended.filter(({ status }) => status === 'DELIVERED')).toHaveLength(2);
  });

  it('refuses to advance a clock with 503 and Retry-After', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    await emit(server, 1);
    const { now } = (await server.request('GET', '/sandbox/clock')).body;
    await server.app.drain();
    const refused = await server.request('POST', '/sandbox/clock/advance', { seconds: 3_600 });
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      '2',
    ]);
    expect((await server.request('GET', '/sandbox/clock')).body.now).toBe(now);
  });
});

oneEngine('a test of an endpoint', (start) => {
  it('returns 503 and Retry-After when the server breaks off the attempt', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    port.reply = () => brokenOff;
    const refused = await server.request('POST', '/sandbox/webhooks/test');
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      '2',
    ]);
  });
});
