import { describe, expect, expectTypeOf, it } from 'vitest';
import { type LoopbackServer, startLoopbackServer } from '../test/loopback-server.ts';
import { ApiError, createClient, NotDoneError, type Received, readUntil } from './index.ts';

/** A card that is in each of the states for one read, and then stays in the last one. */
function startCard(states: readonly string[]): Promise<LoopbackServer> {
  let reads = 0;
  return startLoopbackServer(() => ({ status: 200, body: { state: states[Math.min(reads++, states.length - 1)] } }));
}

function cardAt(baseUrl: string) {
  const client = createClient({ baseUrl, tokenId: 'token', tokenSecret: 'secret', retry: false });
  return () => client.GET('/cards/{id}', { params: { path: { id: 'Card:1' } } });
}

const quick = { everyMs: 1 };

describe('readUntil', () => {
  it('reads until the data is as expected, and returns it', async () => {
    await using server = await startCard(['PROCESSING', 'PROCESSING', 'ACTIVE']);
    const card = await readUntil(cardAt(server.baseUrl), ({ state }) => state !== 'PROCESSING', quick);
    expectTypeOf(card).toEqualTypeOf<Received<'Card'>>();
    expect([card.state, server.requests.length]).toEqual(['ACTIVE', 3]);
  });

  it('pauses between two reads, and not before the first or after the last', async () => {
    await using server = await startCard(['PROCESSING', 'ACTIVE']);
    const start = performance.now();
    await readUntil(cardAt(server.baseUrl), ({ state }) => state === 'ACTIVE', { everyMs: 50 });
    expect(performance.now() - start).toBeGreaterThan(48);
    // A pause would outlast the test.
    await readUntil(cardAt(server.baseUrl), ({ state }) => state === 'ACTIVE', { everyMs: 3_600_000 });
  });

  it('throws NotDoneError with the data of the last read once the time is over', async () => {
    await using server = await startCard(['PROCESSING']);
    const waiting = readUntil(cardAt(server.baseUrl), () => false, { everyMs: 1, timeoutMs: 20 });
    const error = await waiting.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotDoneError);
    expect(error).toMatchObject({ last: { state: 'PROCESSING' }, message: expect.stringContaining('0.02 seconds') });
  });

  it('throws a refusal as ApiError at once', async () => {
    await using server = await startLoopbackServer(() => ({ status: 404, body: { code: 'CARD_NOT_FOUND' } }));
    await expect(readUntil(cardAt(server.baseUrl), () => false, quick)).rejects.toBeInstanceOf(ApiError);
    expect(server.requests).toHaveLength(1);
  });

  it('rejects with the reason of its signal, before a read or in a pause', async () => {
    await using server = await startCard(['PROCESSING']);
    const ended = AbortSignal.abort(new Error('The user left.'));
    await expect(readUntil(cardAt(server.baseUrl), () => false, { signal: ended })).rejects.toThrow('The user left.');
    expect(server.requests).toHaveLength(0);
    const ending = new AbortController();
    const waiting = readUntil(cardAt(server.baseUrl), () => false, { everyMs: 30_000, signal: ending.signal });
    setTimeout(() => ending.abort(new Error('The user left later.')), 20);
    await expect(waiting).rejects.toThrow('The user left later.');
  });
});
