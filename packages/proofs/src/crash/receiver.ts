import { Buffer } from 'node:buffer';
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** One attempt to deliver an event, as the receiver saw it. */
export interface Receipt {
  readonly id: string;
  readonly type: string;
  /** SHA-256 of the bytes that came. */
  readonly hash: string;
  readonly isSigned: boolean;
  /** Whether the receiver took it; the others it refused, and they must come again. */
  readonly isTaken: boolean;
}

export interface Receiver {
  readonly endpoint: string;
  /** The key is known only when the first server is up. */
  trust(publicKey: string): void;
  /** Attempts that have come so far. */
  readonly received: () => number;
  close(): void;
}

/** One event in this many is refused at first, so that retries are part of the load. */
const refusedShare = 50;

/** Writes down every attempt; the file is evidence, and memory is not. */
export async function startReceiver(file: string): Promise<Receiver> {
  let key: KeyObject | undefined;
  const refused = new Set<string>();
  let received = 0;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { id, webhookId, type } = JSON.parse(body.toString('utf8')) as {
      id?: string;
      webhookId?: string;
      type: string;
    };
    const eventId = id ?? webhookId ?? '';
    const hash = hashOf(body);
    const isFirst = !refused.has(eventId);
    const isTaken = type === 'TEST' || !isFirst || Number.parseInt(hash.slice(0, 6), 16) % refusedShare !== 0;
    if (!isTaken) refused.add(eventId);
    const receipt: Receipt = {
      id: eventId,
      type,
      hash,
      isSigned: isSigned(body, request.headers['x-service-signature'], key),
      isTaken,
    };
    appendFileSync(file, `${JSON.stringify(receipt)}\n`);
    received += 1;
    response.writeHead(isTaken ? 200 : 503).end();
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}/webhooks`,
    received: () => received,
    trust: (publicKey) => {
      key = createPublicKey(publicKey);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function isSigned(body: Buffer, header: string | string[] | undefined, key: KeyObject | undefined): boolean {
  if (key === undefined || typeof header !== 'string') return false;
  const { v, s } = JSON.parse(header) as { v: string; s: string };
  return v === '1' && verify('sha256', body, key, Buffer.from(s, 'base64'));
}
