import { Buffer } from 'node:buffer';
import { createSocket } from 'node:dgram';

/** A name server on loopback. */
export interface NameServer {
  /** The address in the form of a resolver. */
  readonly address: string;
  /** The queried names. */
  readonly asked: ReadonlySet<string>;
  close(): void;
}

const answered = Buffer.from([0x81, 0x80]);
const headBytes = 12;
const typeA = 1;
const typeCname = 5;
const typeTxt = 16;
/** The name of a record is a pointer to the one in the question. */
const pointer = [0xc0, headBytes];

/**
 * Knows the IPv4 addresses of some names, the texts of others, and of `null` only an alias. It never answers queries for
 * other names.
 */
export async function openNameServer(
  known: Readonly<Record<string, string | readonly string[] | null>>,
  isSilentOfSix = false,
): Promise<NameServer> {
  const asked = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    asked.add(name);
    const found = known[name];
    if (found === undefined || (isSilentOfSix && type !== typeA)) return;
    const { recordType, data } = recordsOf(found);
    const records = recordType === typeCname || recordType === type ? data : [];
    const counts = Buffer.from([0, 1, 0, records.length, 0, 0, 0, 0]);
    // They are valid for a minute.
    const answers = records.map((bytes) =>
      Buffer.from([...pointer, 0, recordType, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    );
    const question = query.subarray(headBytes, end);
    const parts = [query.subarray(0, 2), answered, counts, question, ...answers];
    socket.send(Buffer.concat(parts), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() };
}

function recordsOf(found: string | readonly string[] | null): {
  readonly recordType: number;
  readonly data: readonly (readonly number[])[];
} {
  if (found === null) return { recordType: typeCname, data: [pointer] };
  if (typeof found === 'string') return { recordType: typeA, data: [found.split('.').map(Number)] };
  return { recordType: typeTxt, data: found.map((text) => [text.length, ...Buffer.from(text, 'latin1')]) };
}

function questionOf(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = headBytes;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}
