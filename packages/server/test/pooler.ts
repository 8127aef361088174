import { createServer, connect as dial, type Server } from 'node:net';

/** The differences of a pooler from PostgreSQL itself. */
export type PoolerHabit =
  /** Answers the start of a connection with its own number instead of that of a process. */
  | 'OWN_NUMBERS'
  /** Accepts the settings of a connection and drops them. */
  | 'DROPS_SETTINGS'
  /** Refuses a connection with settings, with PgBouncer's text. */
  | 'REFUSES_SETTINGS';

export interface Pooler {
  /** The address of the database through it. */
  readonly url: string;
  close(): Promise<void>;
}

const protocolAndLength = 8;

/** The first message of a client without the settings of its connection. */
function withoutOptions(message: Buffer): Buffer {
  const words = message.subarray(protocolAndLength, -1).toString().split('\0').slice(0, -1);
  const kept = words.filter((_, index) => words[index - (index % 2)] !== 'options');
  const text = Buffer.from(`${kept.map((word) => `${word}\0`).join('')}\0`);
  const head = Buffer.from(message.subarray(0, protocolAndLength));
  head.writeInt32BE(protocolAndLength + text.length);
  return Buffer.concat([head, text]);
}

/** The first answers of PostgreSQL, with another number in BackendKeyData. */
function withOwnNumber(answer: Buffer): Buffer {
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] === 'K'.charCodeAt(0)) answer.writeInt32BE(answer.readInt32BE(at + 5) + 1_000_000, at + 5);
  }
  return answer;
}

function refusal(): Buffer {
  const fields = Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: options\0\0');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}

/**
 * Stands in front of PostgreSQL like a pooler. The start of a connection fits into one packet, and so does its answer.
 */
export async function openPooler(databaseUrl: string, habit: PoolerHabit): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const listener: Server = createServer((client) => {
    const server = dial(Number(target.port), target.hostname);
    const [fromClient, fromServer] = [client, server];
    fromClient.on('error', () => server.destroy()).on('close', () => server.destroy());
    fromServer.on('error', () => client.destroy()).on('close', () => client.destroy());
    fromClient.once('data', (start: Buffer) => {
      if (habit === 'REFUSES_SETTINGS') return client.end(refusal());
      server.write(habit === 'DROPS_SETTINGS' ? withoutOptions(start) : start);
      return fromClient.on('data', (bytes) => server.write(bytes));
    });
    fromServer.once('data', (answer: Buffer) => {
      client.write(habit === 'OWN_NUMBERS' ? withOwnNumber(answer) : answer);
      fromServer.on('data', (bytes) => client.write(bytes));
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' ? address?.port : '');
  return { url: url.href, close: () => new Promise((resolve) => listener.close(() => resolve())) };
}
