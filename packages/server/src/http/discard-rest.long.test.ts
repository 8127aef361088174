import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneEngine } from '../../test/each-engine.ts';
import { readAnswer } from '../../test/raw-socket.ts';
import { type Ready, runServer, type ServerProcess } from '../../test/server-process.ts';
import type { TestServer } from '../../test/test-server.ts';
import { credentialsOf, postText } from '../../test/unreadable-texts.ts';
import { mostDiscardedBytes } from './discard-rest.ts';

const megabyte = 1024 * 1024;
const tries = 3;

/**
 * The answers that clients get, attempt after attempt: one that reads while it sends, and one that sends everything
 * first.
 */
async function answersTo({ baseUrl, ...credentials }: Ready, type: string, bytes: number): Promise<unknown[]> {
  const body = `"${'x'.repeat(bytes)}"`;
  const [name, authorization] = credentialsOf(credentials).split(': ') as [string, string];
  const head = [`${name}: ${authorization}`, `Content-Type: ${type}`, `Content-Length: ${body.length}`];
  const answers: unknown[] = [];
  for (let index = 0; index < tries; index += 1) {
    const sent = { method: 'POST', headers: { [name]: authorization, 'content-type': type }, body };
    answers.push(await fetch(`${baseUrl}/customers`, sent).then(codeOf, (error: Error) => String(error.cause)));
    answers.push(await sendFirst(baseUrl, `${postText(...head, '', body)}`));
  }
  return [...new Set(answers)];
}

/** Reads once all of the text is sent. Returns the error if the connection is lost before. */
function sendFirst(baseUrl: string, text: string): Promise<unknown> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('error', (error) => resolve(error.message));
    socket.write(text, () => {
      socket.once('data', (answer) => {
        resolve((readAnswer(answer.toString()).body as { readonly code: unknown }).code);
        socket.destroy();
      });
    });
  });
}

async function codeOf(response: Response): Promise<unknown> {
  return (JSON.parse(await response.text()) as { readonly code: unknown }).code;
}

interface Flood {
  readonly received: string;
  readonly sentBytes: number;
  /** How much was sent when the answer came. */
  readonly answeredAtBytes: number;
}

/** Continues to send pieces of a body until the server closes the connection. */
function flood(
  { baseUrl, credentials, path = '/customers' }: Pick<TestServer, 'baseUrl' | 'credentials'> & { path?: string },
  head: readonly string[],
  piece: string,
  pauseMs?: number,
): Promise<Flood> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let received = '';
    let answeredAtBytes = 0;
    socket.on('data', (bytes) => {
      if (received === '') answeredAtBytes = socket.bytesWritten;
      received += bytes.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ received, sentBytes: socket.bytesWritten, answeredAtBytes }));
    socket.write(postText(credentialsOf(credentials), ...head, '', '').replace('/customers', path));
    const more = (error?: Error | null): void => {
      // A failed write calls back before the socket counts as destroyed. Another one from there would fail likewise,
      // in the same turn and without end.
      if (error || socket.destroyed) return;
      socket.write(piece, (failure) => (pauseMs === undefined ? more(failure) : setTimeout(more, pauseMs, failure)));
    };
    more();
  });
}

const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

oneEngine('a body refused before it is complete', (start) => {
  it.each([
    [
      'a declared length',
      ['Content-Type: application/json', `Content-Length: ${1000 * mostDiscardedBytes}`],
      'x'.repeat(megabyte),
    ],
    ['chunks', ['Content-Type: application/json', 'Transfer-Encoding: chunked'], chunk('x'.repeat(megabyte))],
    [
      'chunks of another media type',
      ['Content-Type: text/csv', 'Transfer-Encoding: chunked'],
      chunk('x'.repeat(megabyte)),
    ],
  ])('is cut off once the discard limit is exceeded in %s', async (_name, head, piece) => {
    const { received, sentBytes } = await flood(await start(), head, piece);
    expect([413, 415]).toContain(readAnswer(received).status);
    expect(received.match(/^HTTP/gm)).toHaveLength(1);
    expect(sentBytes).toBeGreaterThan(mostDiscardedBytes);
    expect(sentBytes).toBeLessThan(2 * mostDiscardedBytes);
  });

  it('is answered at once, and cut off at the request timeout', async () => {
    const server = await start();
    server.app.http.server.headersTimeout = 1_000;
    server.app.http.server.requestTimeout = 1_000;
    const head = ['Content-Type: text/csv', `Content-Length: ${megabyte}`];
    const piece = 'x'.repeat(100);
    const { received, sentBytes, answeredAtBytes } = await flood(server, head, piece, 20);
    // A piece every twentieth of a second until it is cut off; the answer comes after the first ones.
    expect(sentBytes - answeredAtBytes).toBeGreaterThan(10 * piece.length);
    expect(readAnswer(received)).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    expect(received.match(/^HTTP/gm)).toHaveLength(1);
  });
});

describe('a body refused before it is complete', () => {
  // In one process both ends take turns, so no connection is reset.
  let server: ServerProcess;

  beforeAll(() => {
    server = runServer(['--memory', '--port', '0', '--json']);
  });
  afterAll(async () => {
    await server.stop();
  });

  it.each([
    ['REQUEST_TOO_LARGE', 'application/json', 5 * megabyte],
    ['UNSUPPORTED_MEDIA_TYPE', 'text/csv', 9 * megabyte],
    ['UNSUPPORTED_MEDIA_TYPE', 'text/csv', 100],
  ])('is answered with %s when sent as %s, on every attempt', async (code, type, bytes) => {
    expect(await answersTo(await server.ready(), type, bytes)).toEqual([code]);
  });

  it('is in the request log while the rest still arrives, and does not delay shutdown', async () => {
    const ended = runServer(['--memory', '--port', '0', '--json']);
    const { baseUrl, ...credentials } = await ended.ready();
    const flooded = flood({ baseUrl, credentials }, ['Content-Type: text/csv', `Content-Length: ${megabyte}`], 'x', 20);
    const [name, authorization] = credentialsOf(credentials).split(': ') as [string, string];
    const refused = async (): Promise<unknown> => {
      const listed = await fetch(`${baseUrl}/requests`, { headers: { [name]: authorization } });
      const { data } = (await listed.json()) as { data: readonly { status: number; durationMs: number }[] };
      return data.find(({ status }) => status === 415);
    };
    await expect.poll(refused).toMatchObject({ durationMs: expect.any(Number) });
    // A process that does not end in time exits with 1.
    expect(await ended.stop()).toBe(0);
    expect(readAnswer((await flooded).received).status).toBe(415);
  });

  it('is answered with 404 on an unknown path, and does not delay shutdown', async () => {
    const ended = runServer(['--memory', '--port', '0', '--json']);
    const { baseUrl, ...credentials } = await ended.ready();
    const head = ['Content-Type: application/json', `Content-Length: ${megabyte}`];
    const flooded = flood({ baseUrl, credentials, path: '/nothing' }, head, ' ', 20);
    expect((await fetch(`${baseUrl}/nothing`)).status).toBe(404);
    expect(await ended.stop()).toBe(0);
    expect(readAnswer((await flooded).received)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});
