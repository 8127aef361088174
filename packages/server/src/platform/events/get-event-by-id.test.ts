import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { connect, emit, startWithPort } from '../../../test/emitted-events.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { timedOut } from '../../../test/webhook-port.ts';

async function idOf(server: TestServer, resource: string): Promise<string> {
  const { body } = await server.request('GET', `/events?resourceId=${resource}`);
  return body.data[0].id;
}

oneEngine('reading an event', (start) => {
  it('shows the payload as sent and every attempt, newest first', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    port.reply = () => ({ statusCode: 500, body: 'the database is not there' });
    await emit(server, 1, { resource: 'Card:1' });
    await server.app.settle();
    port.reply = () => timedOut;
    await server.advance(30_000);
    const { body } = await server.request('GET', `/events/${await idOf(server, 'Card:1')}`);
    expect(body).toMatchObject({ status: 'WAITING', attemptCount: 2, nextAttemptAt: '2025-01-01T00:01:30.000Z' });
    expect(body.payload).toBe(port.sent[0]?.body);
    const endpoint = 'https://receiver.example.com/hook';
    const durationMs = expect.any(Number);
    expect(body.attempts).toEqual([
      {
        attempt: 2,
        startedAt: '2025-01-01T00:00:30.000Z',
        durationMs,
        endpoint,
        statusCode: null,
        answerHead: null,
        error: 'no answer within 10 seconds',
      },
      {
        attempt: 1,
        startedAt: '2025-01-01T00:00:00.000Z',
        durationMs,
        endpoint,
        statusCode: 500,
        answerHead: 'the database is not there',
        error: null,
      },
    ]);
  });

  it('shows the first 500 characters of a response, with unstorable ones replaced', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    port.reply = () => ({ statusCode: 200, body: `\0${'a'.repeat(498)}\u{1F600}${'b'.repeat(60_000)}` });
    await emit(server, 1, { resource: 'Card:1' });
    await server.app.settle();
    const { body } = await server.request('GET', `/events/${await idOf(server, 'Card:1')}`);
    expect(body.attempts[0].answerHead).toBe(`\uFFFD${'a'.repeat(498)}\uFFFD`);
  });

  it('stores the head of a response sealed', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    port.reply = () => ({ statusCode: 200, body: '{"receiverCustomerInfo":{"FULL_NAME":"Ada Lovelace"}}' });
    await emit(server, 1, { resource: 'Card:1' });
    await server.app.settle();
    const rows = await server.bare.read((unit) =>
      unit.select((db) => db.selectFrom('delivery_attempts').select('answer_head').where('tenant', '=', server.tenant)),
    );
    const heads = rows.map(({ answer_head }) => answer_head).filter((head) => head !== null);
    expect(heads).toEqual([expect.stringMatching(/^sealed:/)]);
  });

  it('requires the platform of the event and the permission VIEW', async () => {
    const { server } = await startWithPort(start);
    await emit(server, 1, { resource: 'Card:1' });
    const path = `/events/${await idOf(server, 'Card:1')}`;
    const other = await start();
    expect(await other.request('GET', path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    const manager = await server.withToken(['MANAGE']);
    expect((await manager.request('GET', path)).body.code).toBe('FORBIDDEN');
    expect((await server.request('GET', '/events/Card:1')).body.code).toBe('INVALID_INPUT');
  });
});
