import { expect, it } from 'vitest';
import { oneEngine } from '../../test/each-engine.ts';
import { exchange, readAnswer } from '../../test/raw-socket.ts';
import {
  type AuthorizationFor,
  authorizationsOf,
  type ServedRequest,
  servedRequests,
} from '../../test/served-requests.ts';
import { basePath, type TestServer } from '../../test/test-server.ts';

/** The Content-Type of a missing body in clients: curl, axios, Java, .NET, and clients without the header. */
const types = [
  'application/json',
  'application/json; charset=utf-8',
  'application/x-www-form-urlencoded',
  'text/plain; charset=ISO-8859-1',
  'application/octet-stream',
  'multipart/form-data; boundary=b',
  '*/*',
  'nonsense',
  undefined,
];

/** Ways to send nothing: with a length, in chunks, and with neither. */
const framings = { length: 'Content-Length: 0', chunks: 'Transfer-Encoding: chunked', neither: 'X: y' };

interface Asked {
  readonly server: TestServer;
  readonly authorizationOf: AuthorizationFor;
}

interface Sent {
  readonly type: string | undefined;
  readonly framing: keyof typeof framings;
}

async function send(
  { server, authorizationOf }: Asked,
  request: ServedRequest,
  { type, framing }: Sent,
): Promise<unknown> {
  const { method, path } = request;
  const head = [
    `${method} ${basePath}${path} HTTP/1.1`,
    'Host: a',
    'Connection: close',
    `Authorization: ${authorizationOf(request).authorization}`,
    framings[framing],
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
  ];
  const received = await exchange(server, `${head.join('\r\n')}\r\n\r\n${framing === 'chunks' ? '0\r\n\r\n' : ''}`);
  const [, status] = received.split(' ');
  return status === '204' ? { status: 204 } : readAnswer(received);
}

const ways: readonly Sent[] = types
  .flatMap((type) => (Object.keys(framings) as Sent['framing'][]).map((framing) => ({ type, framing })))
  // A chunked request has a body, even if it is empty, so its type must be valid.
  .filter(({ type, framing }) => framing !== 'chunks' || type !== 'nonsense');

async function whoAsks(server: TestServer): Promise<Asked> {
  return { server, authorizationOf: await authorizationsOf(server) };
}

oneEngine('a body of zero bytes', (start) => {
  it('is refused as missing by every operation that requires a body', async () => {
    const asking = await whoAsks(await start());
    const asked = servedRequests.filter(({ requiresBody }) => requiresBody);
    expect(asked.length).toBeGreaterThan(20);
    for (const request of asked) {
      for (const way of ways) {
        const isForm = request.mediaType === 'multipart/form-data';
        // An empty body with the type of a form is read as a form.
        if (isForm && way.framing === 'chunks' && way.type?.startsWith('multipart') === true) continue;
        expect([request.id, way, await send(asking, request, way)]).toMatchObject([
          request.id,
          way,
          isForm
            ? { status: 415, body: { reason: expect.stringContaining('multipart/form-data') } }
            : {
                status: 400,
                body: {
                  code: 'INVALID_INPUT',
                  details: { errors: expect.arrayContaining([{ field: 'body', message: 'Send a JSON body.' }]) },
                },
              },
        ]);
      }
    }
  });

  it('is ignored like any other body by an operation that declares no body', async () => {
    const server = await start();
    const authorizationOf = await authorizationsOf(server);
    const asked = servedRequests.filter(({ method, mediaType }) => method !== 'GET' && mediaType === undefined);
    expect(asked.length).toBeGreaterThan(5);
    for (const request of asked) {
      const { id, method, path } = request;
      for (const [type, body] of [
        ['application/json', '{"broken":'],
        ['text/plain', 'hello'],
        ['nonsense', 'hello'],
      ] as const) {
        const headers = { 'content-type': type, ...authorizationOf(request) };
        const answer = await server.request(method, path, body, headers);
        // A token that has deleted itself would be refused before its body.
        expect([id, type, answer.status]).not.toContain(401);
        expect([id, type, answer.status, answer.body?.code]).not.toContain('INVALID_REQUEST_FORMAT');
        expect([id, type, answer.status]).not.toContain(415);
      }
    }
  });

  // The last one that needs an agent: after it, this address has tried too many device codes.
  it('is accepted whatever its type by every operation that does not require a body', async () => {
    const asking = await whoAsks(await start());
    const asked = servedRequests.filter(({ method, requiresBody }) => method !== 'GET' && !requiresBody);
    expect(asked.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['executeQuote', 'cancelTransaction', 'deleteTokenById']),
    );
    for (const request of asked) {
      for (const way of ways) {
        const { status, body } = (await send(asking, request, way)) as { status: number; body: { code?: string } };
        const isTaken = status !== 415 && body?.code !== 'INVALID_REQUEST_FORMAT';
        expect([request.id, way, status, body?.code, isTaken]).toEqual([request.id, way, status, body?.code, true]);
      }
    }
  });
});
