import { Buffer } from 'node:buffer';
import { constants, deflateRawSync } from 'node:zlib';

export type StreamEncoding = 'gzip' | 'identity';

/** The head of a gzip file (RFC 1952) without a name and a time. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Less than this is not worth packing: making what packs takes a quarter of a megabyte for a moment. */
const shortest = 512;

/** A low level: the next one up takes four times as long for a tenth less. */
const level = 3;

/** What a stream begins with. */
export function opened(text: string, encoding: StreamEncoding): Buffer {
  const bytes = encoded(text, encoding);
  return encoding === 'gzip' ? Buffer.concat([gzipHead, bytes]) : bytes;
}

/**
 * A part of a stream. What is packed ends with a byte and refers to nothing before it, so the same bytes go to whoever
 * listens, whatever was told before. The stream has no end of its own: it is over with its connection.
 */
export function encoded(text: string, encoding: StreamEncoding): Buffer {
  const bytes = Buffer.from(text);
  if (encoding === 'identity' || bytes.length === 0) return bytes;
  if (bytes.length < shortest) return stored(bytes);
  return deflateRawSync(bytes, { level, finishFlush: constants.Z_FULL_FLUSH });
}

/** A block that holds its bytes as they are (RFC 1951, 3.2.4): nothing in its first byte, then their count and its complement. */
function stored(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return Buffer.concat([head, bytes]);
}
