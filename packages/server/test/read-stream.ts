import type { Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { Client, type Dispatcher } from 'undici';
import { basicAuthorization, type Credentials } from './caller.ts';
import type { TestServer } from './test-server.ts';

/** A message of a live stream. */
export interface StreamedMessage {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A live stream with a reader. */
export interface ReadStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The messages so far. */
  readonly messages: readonly StreamedMessage[];
  /** The last received position, with a message or without. */
  lastId(): string;
  /** Resolves once this many messages have arrived. Rejects if the stream ends before. */
  until(count: number): Promise<readonly StreamedMessage[]>;
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

export interface StreamAccess extends Credentials {
  readonly baseUrl: string;
}

export function accessOf({ baseUrl, credentials }: TestServer): StreamAccess {
  return { baseUrl, ...credentials };
}

/** Decompresses whatever has arrived, also if the stream is cut. */
const unpacking = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

function unpacked({ headers, body }: Dispatcher.ResponseData): Readable {
  return headers['content-encoding'] === 'gzip' ? body.pipe(createGunzip(unpacking)) : body;
}

function fieldsOf(block: string): Map<string, string> {
  return new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
}

/** Opens a stream and reads it. Resolves when its first lines are there. */
export async function readStream(
  access: StreamAccess,
  query = '',
  lastEventId?: string,
  further: Readonly<Record<string, string>> = {},
): Promise<ReadStream> {
  const { origin, pathname } = new URL(access.baseUrl);
  const client = new Client(origin, { bodyTimeout: 0 });
  const answer = await client.request({
    method: 'GET',
    path: `${pathname}/stream${query}`,
    headers: {
      authorization: basicAuthorization(access.tokenId, access.tokenSecret),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      ...further,
    },
  });
  const messages: StreamedMessage[] = [];
  let lastId = '';
  let isOver = false;
  let wake = Promise.withResolvers<void>();
  const tell = (): void => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  const take = (block: string): void => {
    const fields = fieldsOf(block);
    lastId = fields.get('id') ?? lastId;
    const data = fields.get('data');
    if (data !== undefined) {
      const parsed = JSON.parse(data) as StreamedMessage['data'];
      messages.push({ id: lastId, event: fields.get('event') ?? '', data: parsed });
    }
    tell();
  };
  const ended = (async () => {
    let rest = '';
    try {
      for await (const piece of unpacked(answer).setEncoding('utf8')) {
        const blocks = `${rest}${piece}`.split('\n\n');
        rest = blocks.pop() ?? '';
        blocks.forEach(take);
      }
    } catch {
      // The connection was cut, or closed here.
    }
    await client.destroy();
    isOver = true;
    tell();
  })();
  while (answer.statusCode === 200 && lastId === '' && !isOver) await wake.promise;
  return {
    status: answer.statusCode,
    headers: answer.headers,
    messages,
    lastId: () => lastId,
    until: async (count) => {
      while (messages.length < count) {
        if (isOver) throw new Error(`the stream has ended after ${messages.length} messages`);
        await wake.promise;
      }
      return messages;
    },
    ended,
    close: () => void client.destroy(),
  };
}
