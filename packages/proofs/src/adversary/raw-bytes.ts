import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import fc from 'fast-check';
import { marker } from './mutations.ts';
import { type FuzzAnswer, type FuzzRequest, textOf, urlOf } from './request.ts';

/** How the bytes of a request are damaged: where, by what, and whether its length is made right again. */
export const damaging = fc.record({
  way: fc.constantFrom('body', 'flip', 'cut', 'splice', 'noise'),
  at: fc.nat(),
  noise: fc.uint8Array({ minLength: 1, maxLength: 200 }),
});

type Damage = Readonly<{ way: string; at: number; noise: Uint8Array }>;

interface Place {
  readonly basePath: string;
  readonly authorization: string;
}

function written(request: FuzzRequest, { basePath, authorization }: Place, body: Uint8Array): Buffer {
  const head = [
    `${request.operation.method} ${basePath}${urlOf(request)} HTTP/1.1`,
    'Host: a',
    'Connection: close',
    `Authorization: ${authorization}`,
    `X-Marker: ${marker}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

/** The request as bytes that somebody has damaged. */
export function damaged(request: FuzzRequest, place: Place, { way, at, noise }: Damage): FuzzRequest {
  const whole = written(request, place, Buffer.from(textOf(request) ?? ''));
  const position = at % whole.length;
  const bytes = {
    body: () => written(request, place, noise),
    flip: () => whole.with(position, (whole[position] ?? 0) ^ (1 << (at % 8))),
    cut: () => whole.subarray(0, position),
    splice: () => Buffer.concat([whole.subarray(0, position), noise, whole.subarray(position)]),
    noise: () => Buffer.from(noise),
  }[way as 'body']();
  return { ...request, manner: 'raw', change: way, bytes };
}

/** Sends bytes over a socket of their own, says that nothing follows, and waits until the server has closed it. */
export function exchangeBytes(baseUrl: string, bytes: Uint8Array, limitMs: number): Promise<FuzzAnswer | 'hangs'> {
  const { hostname, port } = new URL(baseUrl);
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const timer = setTimeout(() => {
      resolve('hangs');
      socket.destroy();
    }, limitMs);
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...readAnswer(Buffer.concat(received).toString()), durationMs: performance.now() - start });
    };
    socket.on('data', (piece) => received.push(piece));
    // Whoever is refused in the middle of sending may be cut off after the answer.
    socket.on('error', (error) => ('code' in error && error.code === 'ECONNREFUSED' ? reject(error) : end()));
    socket.on('end', end);
    socket.on('close', end);
    socket.end(bytes);
  });
}

/** The last answer on a connection; a connection that is closed without one has the status 0. */
function readAnswer(received: string): Omit<FuzzAnswer, 'durationMs'> {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const [name = '', ...value] = line.split(':');
    return [name.toLowerCase(), value.join(':').trim()];
  });
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers),
    text: rest.join('\r\n\r\n'),
  };
}
