import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** The state of the network: requests pass, their responses are lost after they took effect, or connections fail. */
type Weather = 'PASS' | 'LOSE_ANSWERS' | 'UNAVAILABLE' | 'HANG_UP';

export interface LossyProxy {
  readonly baseUrl: string;
  /** The idempotency keys of the requests that reached the platform, by path. */
  readonly keys: readonly { readonly path: string; readonly key: string | undefined }[];
  set(weather: Weather): void;
  close(): Promise<void>;
}

/** A proxy between a program and the platform. */
export async function openLossyProxy(target: string): Promise<LossyProxy> {
  const { origin, pathname } = new URL(target);
  const keys: { path: string; key: string | undefined }[] = [];
  let weather: Weather = 'PASS';
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    if (weather === 'HANG_UP') return void response.destroy();
    if (weather === 'UNAVAILABLE') {
      response.writeHead(503, { 'Content-Type': 'application/json' });
      return void response.end('{"code":"SERVICE_UNAVAILABLE","reason":"The database cannot be reached."}');
    }
    const { url = '', method = '' } = request;
    const headers = new Headers();
    for (const name of ['authorization', 'content-type', 'idempotency-key']) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    if (method === 'POST')
      keys.push({ path: url.replace(pathname, ''), key: headers.get('idempotency-key') ?? undefined });
    const answer = await fetch(`${origin}${url}`, {
      method,
      headers,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (weather === 'LOSE_ANSWERS') return void response.destroy();
    const kept = ['content-type', 'idempotent-replayed'].flatMap((name): [string, string][] => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    response.writeHead(answer.status, Object.fromEntries(kept));
    response.end(body);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}${pathname}`,
    keys,
    set: (next) => {
      weather = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
