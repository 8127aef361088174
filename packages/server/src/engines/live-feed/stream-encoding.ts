import { Buffer } from 'node:buffer';
import { constants, deflateRawSync } from 'node:zlib';

export type StreamEncoding = 'gzip' | 'identity';

/** The header of a gzip file (RFC 1952) without a name and a time. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Shorter texts are not compressed: a compressor takes a quarter of a megabyte for a moment. */
const shortest = 512;

/** A low level: the next one takes four times as long and saves a tenth. */
const level = 3;

/** The start of a stream. */
export function opened(text: string, encoding: StreamEncoding): Buffer {
  const bytes = encoded(text, encoding);
  return encoding === 'gzip' ? Buffer.concat([gzipHead, bytes]) : bytes;
}

/**
 * A part of a stream. Compressed parts end on a byte boundary and refer to nothing before them, so all followers can
 * get the same bytes, whatever they got before. The stream has no end marker: it ends with its connection.
 */
export function encoded(text: string, encoding: StreamEncoding): Buffer {
  const bytes = Buffer.from(text);
  if (encoding === 'identity' || bytes.length === 0) return bytes;
  if (bytes.length < shortest) return stored(bytes);
  return deflateRawSync(bytes, { level, finishFlush: constants.Z_FULL_FLUSH });
}

/** An uncompressed block (RFC 1951, 3.2.4): a zero byte, then the length and its complement. */
function stored(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return Buffer.concat([head, bytes]);
}
