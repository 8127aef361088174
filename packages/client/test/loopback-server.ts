import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A whole response, or one of the ways in which a server fails to send one. */
export type Answer =
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      /** Whether the response continues after the body. */
      readonly isOpen?: boolean;
    }
  | 'hang up'
  | 'break off half-way'
  | 'stay silent';

export interface LoopbackServer extends AsyncDisposable {
  readonly baseUrl: string;
  /** The requests that have arrived, in order. */
  readonly requests: readonly ReceivedRequest[];
}

function give(answer: Answer, response: ServerResponse): void {
  if (answer === 'stay silent') return;
  if (answer === 'hang up') {
    response.destroy();
    return;
  }
  if (answer === 'break off half-way') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
    response.write('{"data":', () => response.destroy());
    return;
  }
  const body =
    answer.body === undefined ? '' : typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
  if (answer.isOpen === true) response.write(body);
  else response.end(body);
}

/** A server on a free loopback port. The test decides each response from the request and the number of earlier ones. */
export async function startLoopbackServer(
  answer: (request: ReceivedRequest, index: number) => Answer | Promise<Answer>,
): Promise<LoopbackServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const received = { method, url, headers, body: await text(request) };
    requests.push(received);
    give(await answer(received, requests.length - 1), response);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}/2025-10-13`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Sends the listed responses in order, then repeats the last one. */
export function inOrder(
  ...answers: readonly [Answer, ...Answer[]]
): (request: ReceivedRequest, index: number) => Answer {
  return (_request, index) => answers[Math.min(index, answers.length - 1)] ?? answers[0];
}
