import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { connect, emit, startWithPort } from '../../../test/emitted-events.ts';
import { accessOf, type ReadStream, readStream, type StreamedMessage } from '../../../test/read-stream.ts';
import { refused, taken, timedOut } from '../../../test/webhook-port.ts';
import { secondMs } from '../../ground/clock/instant.ts';

const deliveries = '?types=DELIVERIES&type=CARD.STATE_CHANGE';
const attemptsOf = (messages: readonly StreamedMessage[]): unknown[] =>
  messages.map(({ data }) => [data['eventId'], data['attempt']]);

/** This many more messages than exist. */
const more = async (stream: ReadStream | undefined, count: number): Promise<unknown> =>
  stream?.until(stream.messages.length + count);

eachEngine('the live stream of deliveries', (start) => {
  it('sends each attempt as the event shows it, with the status of the delivery', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    const stream = await readStream(accessOf(server), deliveries);
    const answers = [{ statusCode: 500, body: 'the database is not there' }, timedOut, taken];
    port.reply = () => answers.shift();
    await emit(server, 1, { resource: 'Card:1' });
    await server.app.settle();
    await server.advance(30 * secondMs);
    await server.advance(60 * secondMs);
    const told = await stream.until(3);
    const { data } = (await server.request('GET', '/events?type=CARD.STATE_CHANGE')).body;
    const { body } = await server.request('GET', `/events/${data[0].id}`);
    const about = { eventId: data[0].id, type: 'CARD.STATE_CHANGE', resourceId: 'Card:1' };
    const [first, second, third] = [...body.attempts].reverse();
    expect(first).toMatchObject({ statusCode: 500, answerHead: 'the database is not there' });
    expect(told.map(({ event }) => event)).toEqual(['DELIVERY', 'DELIVERY', 'DELIVERY']);
    expect(told.map(({ data }) => data)).toEqual([
      { ...about, ...first, status: 'WAITING', nextAttemptAt: second.startedAt },
      { ...about, ...second, status: 'WAITING', nextAttemptAt: third.startedAt },
      { ...about, ...third, status: 'DELIVERED', nextAttemptAt: null },
    ]);
    stream.close();
  });

  it('resumes after any attempt without a gap or a repeat, with the same messages', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    const stream = await readStream(accessOf(server), deliveries);
    const begin = stream.lastId();
    port.reply = () => refused;
    await emit(server, 3);
    await server.app.settle();
    await stream.until(3);
    port.reply = () => taken;
    await emit(server, 2);
    await server.advance(30 * secondMs);
    const all = [...(await stream.until(8))];
    stream.close();
    expect(all.map(({ data }) => data['status'])).toEqual([
      ...['WAITING', 'WAITING', 'WAITING'],
      ...['DELIVERED', 'DELIVERED', 'DELIVERED', 'DELIVERED', 'DELIVERED'],
    ]);
    expect(new Set(attemptsOf(all).map(String)).size).toBe(8);
    for (let place = 0; place < all.length; place += 1) {
      const again = await readStream(accessOf(server), deliveries, [begin, ...all.map(({ id }) => id)][place]);
      const rest = await again.until(all.length - place);
      again.close();
      expect(rest.map(({ data }) => data)).toEqual(all.slice(place).map(({ data }) => data));
    }
  });

  it('sends no attempt of another platform', async () => {
    const [{ server, port }, other] = [await startWithPort(start), await startWithPort(start)];
    await connect(server, port);
    await connect(other.server, other.port);
    const stream = await readStream(accessOf(other.server), deliveries);
    await emit(server, 2, { resource: 'Card:1' });
    await server.app.settle();
    await emit(other.server, 1, { resource: 'Card:2' });
    await other.server.app.settle();
    const told = await stream.until(1);
    expect(told.map(({ data }) => data['resourceId'])).toEqual(['Card:2']);
    stream.close();
  });
});

oneEngine('reading the live stream of deliveries', (start) => {
  it('selects deliveries by types=DELIVERIES and filters them by event type', async () => {
    const { server, port } = await startWithPort(start);
    await connect(server, port);
    const [events, one, every] = await Promise.all(
      ['?types=EVENTS', deliveries, '?types=DELIVERIES'].map((query) => readStream(accessOf(server), query)),
    );
    await emit(server, 1, { resource: 'Customer:1', type: 'CUSTOMER.KYC_APPROVED' });
    await server.app.settle();
    await emit(server, 1, { resource: 'Card:1' });
    await server.app.settle();
    const told = async (stream: ReadStream | undefined): Promise<unknown> => {
      while (stream?.messages.at(-1)?.data['resourceId'] !== 'Card:1') await more(stream, 1);
      return stream?.messages.map(({ event, data }) => [event, data['type']]).slice(-2);
    };
    const both = ['CUSTOMER.KYC_APPROVED', 'CARD.STATE_CHANGE'];
    expect(await told(events)).toEqual(both.map((type) => ['EVENT', type]));
    expect(await told(every)).toEqual(both.map((type) => ['DELIVERY', type]));
    expect(await told(one)).toEqual([['DELIVERY', 'CARD.STATE_CHANGE']]);
    for (const stream of [events, one, every]) stream?.close();
  });
});
