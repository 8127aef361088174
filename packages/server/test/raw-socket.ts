import { Buffer } from 'node:buffer';
import { connect } from 'node:net';

interface Place {
  readonly baseUrl: string;
}

/** Sends bytes unchanged and returns all bytes until the server closes the connection. */
export async function exchange(place: Place, ...pieces: readonly (string | Uint8Array)[]): Promise<string> {
  return (await exchangeBytes(place, pieces)) ?? '';
}

export interface ExchangeOptions {
  /** Whether the client ends its side after sending. */
  readonly isWhole?: boolean;
  /** How long the server may take to close the connection. */
  readonly limitMs?: number;
}

/** The same; `undefined` if the server has not closed the connection in time. */
export function exchangeBytes(
  { baseUrl }: Place,
  pieces: readonly (string | Uint8Array)[],
  { isWhole = false, limitMs }: ExchangeOptions = {},
): Promise<string | undefined> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const finish = (result: string | undefined): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const end = (): void => finish(Buffer.concat(received).toString());
    const timer = limitMs === undefined ? undefined : setTimeout(() => finish(undefined), limitMs);
    socket.on('data', (piece) => received.push(piece));
    // A caller who is refused while sending may be cut off after the answer.
    socket.on('error', (error) => ('code' in error && error.code === 'ECONNREFUSED' ? reject(error) : end()));
    socket.on('end', end);
    socket.on('close', end);
    for (const piece of pieces) socket.write(piece);
    if (isWhole) socket.end();
  });
}

export interface RawAnswer {
  /** 0 if the connection was closed without an answer. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The first answer in the received text. */
export function readRawAnswer(received: string): RawAnswer {
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

/** The status and the parsed body of an answer. */
export function readAnswer(received: string): { readonly status: number; readonly body: unknown } {
  const { status, text } = readRawAnswer(received);
  return { status, body: JSON.parse(text) };
}
