import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

/** A message from one platform to another, and its response. */
export interface Message {
  readonly method: string;
  /** The domain of the receiver. */
  readonly to: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly status: number;
  readonly answer: string;
}

/** A proxy in front of a server that forwards every message unchanged. */
export interface MessageProxy {
  readonly url: string;
  /** The target of further messages. */
  serve(baseUrl: string): void;
  close(): Promise<void>;
}

export async function openMessageProxy(onMessage: (message: Message) => void): Promise<MessageProxy> {
  let target = '';
  const server: Server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const { method = 'GET', url = '/', headers } = request;
      const body = await text(request);
      const answer = await relay({ method, url, host: headers.host ?? '', body }, target);
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      const to = headers.host ?? '';
      onMessage({ method, to, path: pathname, query: searchParams, body, ...answer });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.answer);
    };
    pass().catch(() => response.writeHead(502).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    serve: (baseUrl) => {
      target = new URL(baseUrl).origin;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Passed {
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly body: string;
}

async function relay({ method, url, host, body }: Passed, target: string): Promise<{ status: number; answer: string }> {
  // `fetch` does not let a program set the Host header.
  const { request } = await import('undici');
  const { statusCode, body: answer } = await request(`${target}${url}`, {
    method: method === 'POST' ? 'POST' : 'GET',
    headers: { host, 'content-type': 'application/json' },
    ...(method === 'POST' && { body }),
  });
  return { status: statusCode, answer: await answer.text() };
}
