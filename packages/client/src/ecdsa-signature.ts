const sequenceTag = 0x30;
const integerTag = 0x02;
/** Bytes of one coordinate on the curve P-256. */
const width = 32;

/** A positive DER integer as 32 bytes; `undefined` unless it has the only encoding that DER allows. */
function coordinate(integer: Uint8Array): Uint8Array | undefined {
  const [first, second] = integer;
  if (first === undefined || first >= 0x80) return undefined;
  // A leading zero is only valid if it keeps the sign. This also refuses the number zero.
  if (first === 0 && (second === undefined || second < 0x80)) return undefined;
  const magnitude = first === 0 ? integer.subarray(1) : integer;
  if (magnitude.length > width) return undefined;
  const padded = new Uint8Array(width);
  padded.set(magnitude, width - magnitude.length);
  return padded;
}

/** The contents of the integer at an offset, and the offset after it. */
function integerAt(der: Uint8Array, offset: number): { integer: Uint8Array; end: number } | undefined {
  const length = der[offset + 1];
  if (der[offset] !== integerTag || length === undefined) return undefined;
  const end = offset + 2 + length;
  return end > der.length ? undefined : { integer: der.subarray(offset + 2, end), end };
}

/**
 * Converts `SEQUENCE { r, s }` to r‖s, the form that Web Cryptography verifies. Strict, so that each signature has only
 * one encoding: every length is in the short form, because none on this curve reaches 128 bytes.
 */
export function derToRaw(der: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (der[0] !== sequenceTag || der[1] !== der.length - 2 || der[1] >= 0x80) return undefined;
  const r = integerAt(der, 2);
  const s = r === undefined ? undefined : integerAt(der, r.end);
  if (r === undefined || s === undefined || s.end !== der.length) return undefined;
  const [left, right] = [coordinate(r.integer), coordinate(s.integer)];
  if (left === undefined || right === undefined) return undefined;
  const raw = new Uint8Array(2 * width);
  raw.set(left, 0);
  raw.set(right, width);
  return raw;
}
