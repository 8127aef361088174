import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { oneEngine } from '../../test/each-engine.ts';
import { basePath, type TestServer } from '../../test/test-server.ts';

function beginningOf({ credentials: { tokenId, tokenSecret } }: TestServer, body: string): string {
  const lines = [
    `POST ${basePath}/customers HTTP/1.1`,
    'Host: x',
    `Authorization: Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`;
}

/** Opens a connection and sends everything of a request except the last character. */
async function begin(server: TestServer, body: string): Promise<Socket> {
  const { hostname, port } = new URL(server.baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(beginningOf(server, body), resolve));
  return socket;
}

/** How many were added in each turn of the event loop in which any was, until there are this many. */
async function addedInTurns(added: readonly unknown[], count: number): Promise<number[]> {
  const turns: number[] = [];
  for (let before = 0; before < count; before = added.length) {
    await nextTurn();
    if (added.length > before) turns.push(added.length - before);
  }
  return turns;
}

oneEngine('fifty large bodies of one platform that are complete at the same time', (start) => {
  it('are parsed and checked one in a turn, so that the process answers others in between', async () => {
    const answered: number[] = [];
    const server = await start({
      requestListeners: [({ route, status }) => route === '/customers' && answered.push(status)],
    });
    const body = JSON.stringify({ customerType: 'x'.repeat(40_000) });
    const sockets = await Promise.all(Array.from({ length: 50 }, () => begin(server, body)));
    // The server has read what was sent by the time it has answered some requests.
    for (let later = 0; later < 20; later += 1) await server.request('GET', '/config');
    for (const socket of sockets) socket.write('}');
    const inTurns = await addedInTurns(answered, 50);
    for (const socket of sockets) socket.destroy();
    expect(new Set(answered)).toEqual(new Set([400]));
    expect(inTurns.filter((count) => count > 2)).toEqual([]);
  });
});
