import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { basicAuthorization } from '../../../test/caller.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { emit } from '../../../test/emitted-events.ts';
import { accessOf, readStream } from '../../../test/read-stream.ts';
import { newWorld } from '../../../test/worlds.ts';

const gzip = { 'accept-encoding': 'gzip' };

oneEngine('the transport of the live stream', (start) => {
  it('is gzipped for clients that accept it, with the same messages', async () => {
    const server = await start();
    const plain = await readStream(accessOf(server));
    const begin = plain.lastId();
    const packed = await readStream(accessOf(server), '', undefined, { 'accept-encoding': 'br, gzip;q=0.5' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    await emit(server, 3);
    await packed.until(3);
    const later = await readStream(accessOf(server), '', undefined, gzip);
    await emit(server, 3);
    const behind = await readStream(accessOf(server), '', begin, gzip);
    const told = await plain.until(6);
    expect(await packed.until(6)).toEqual(told);
    expect(await behind.until(6)).toEqual(told);
    expect(await later.until(3)).toEqual(told.slice(3));
    const refused = await readStream(accessOf(server), '', undefined, { 'accept-encoding': 'gzip;q=0' });
    expect(refused.headers).not.toHaveProperty('content-encoding');
    for (const one of [plain, packed, later, behind, refused]) one.close();
  });

  it('disconnects a client that does not read, and no other', async () => {
    const server = await start();
    const { hostname, port, pathname } = new URL(server.baseUrl);
    const { tokenId, tokenSecret } = server.credentials;
    const idle = connect(Number(port), hostname).pause();
    idle.write(
      `GET ${pathname}/stream HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${basicAuthorization(tokenId, tokenSecret)}\r\n\r\n`,
    );
    const reader = await readStream(accessOf(server));
    const { feed } = server.app.deps;
    await expect.poll(() => feed.followers).toBe(2);
    let told = 0;
    // The buffer of the connection itself fills first.
    while (feed.followers === 2 && told < 100) {
      await emit(server, 1, { data: 'x'.repeat(300_000) });
      told += 1;
      await reader.until(told);
    }
    expect(feed.followers).toBe(1);
    await emit(server, 1);
    expect(await reader.until(told + 1)).toHaveLength(told + 1);
    reader.close();
    idle.destroy();
  });

  it('counts the streams of a platform and of its worlds together', async () => {
    const server = await start({ streamLimits: { ofToken: 1, ofPlatform: 2, unreadBytes: 1024 } });
    const { baseUrl } = server;
    const [one, two, three] = [await newWorld(server), await newWorld(server), await newWorld(server)];
    const streams = [one, two].map(({ made: { token } }) =>
      readStream({ baseUrl, tokenId: token.clientId, tokenSecret: token.clientSecret }),
    );
    expect((await Promise.all(streams)).map(({ status }) => status)).toEqual([200, 200]);
    for (const caller of [three, server]) expect((await caller.request('GET', '/stream')).status).toBe(429);
    for (const stream of streams) (await stream).close();
  });

  it('ends with a reset, and another one continues with the events since', async () => {
    const server = await start();
    const stream = await readStream(accessOf(server));
    expect((await server.request('POST', '/sandbox/reset')).status).toBe(204);
    await stream.ended;
    const again = await readStream(accessOf(server), '', stream.lastId());
    const { body } = await server.request('GET', '/events?limit=100');
    const since = body.data.map(({ id }: { readonly id: string }) => id).reverse();
    expect((await again.until(since.length)).map(({ data }) => data['id'])).toEqual(since);
    again.close();
  });
});
