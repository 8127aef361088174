import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Chooses the reply to a request; `undefined` leaves it unanswered. */
export type Take = (request: ReceivedRequest) => Reply | undefined | Promise<Reply | undefined>;

/** A real HTTP server on a free port of loopback. */
export interface Receiver {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly origin: string;
  close(): Promise<void>;
}

export async function openReceiver(take: Take): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const reply = await take({ method, path: url, headers, bytes: await buffer(request) });
    if (reply !== undefined) response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
