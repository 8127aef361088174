import { connect } from 'node:net';
import type { TestServer } from './test-server.ts';

/** Sends bytes as they are and answers everything that comes back until the server closes the connection. */
export function exchange(server: TestServer, ...pieces: readonly (string | Uint8Array)[]): Promise<string> {
  const { hostname, port } = new URL(server.baseUrl);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect({ host: hostname, port: Number(port) });
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      received += text;
    });
    // Whoever is refused in the middle of sending may be cut off after the answer.
    socket.on('error', (error) => (received === '' ? reject(error) : resolve(received)));
    socket.on('close', () => resolve(received));
    for (const piece of pieces) socket.write(piece);
  });
}

/** The status and the body of an answer. */
export function readAnswer(received: string): { readonly status: number; readonly body: unknown } {
  const [head = '', body = ''] = received.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}
