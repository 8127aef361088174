/** Each character stands for its position, so that one character has six bits. */
export const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz-';
const hexDigits = '0123456789abcdef';
const noValue = 255;

function valuesOf(signs: string): Uint8Array {
  const values = new Uint8Array(128).fill(noValue);
  for (let at = 0; at < signs.length; at += 1) values[signs.charCodeAt(at)] = at;
  return values;
}

const sixBits = valuesOf(characters);
const fourBits = valuesOf(hexDigits);

const pairs = Array.from({ length: 4096 }, (_, value) => characters.charAt(value >> 6) + characters.charAt(value & 63));
const threeDigits = Array.from({ length: 4096 }, (_, value) => value.toString(16).padStart(3, '0'));

export function damaged(): never {
  throw new Error('a packed text is damaged');
}

export function valueAt(text: string, at: number): number {
  const value = sixBits[text.charCodeAt(at)] ?? noValue;
  return value === noValue ? damaged() : value;
}

/** A number below 4096 as two characters. */
export function pairOf(value: number): string {
  return pairs[value] ?? '';
}

export function valueOfPair(text: string, at: number): number {
  return (valueAt(text, at) << 6) | valueAt(text, at + 1);
}

export const uuidLength = 36;
export const shortUuidLength = 22;

const dash = '-'.charCodeAt(0);
const dashes = [8, 13, 18, 23];
/** The positions of the digits in a UUID. */
const digitPlaces = Array.from({ length: uuidLength }, (_, at) => at).filter((at) => !dashes.includes(at));

/** The UUID that begins here in fewer characters; '' if there is none, or one with capital letters. */
export function shortUuid(text: string, from: number): string {
  for (const at of dashes) if (text.charCodeAt(from + at) !== dash) return '';
  let short = '';
  let bits = 0;
  let digits = 0;
  for (const at of digitPlaces) {
    const value = fourBits[text.charCodeAt(from + at)] ?? noValue;
    if (value === noValue) return '';
    bits = (bits << 4) | value;
    digits += 1;
    if (digits % 3 !== 0) continue;
    short += pairs[bits] ?? '';
    bits = 0;
  }
  return short + pairOf(bits);
}

export function longUuid(packed: string, from: number): string {
  let hex = '';
  for (let at = from; at < from + shortUuidLength; at += 2) hex += threeDigits[valueOfPair(packed, at)] ?? '';
  // Its last two digits form a pair of their own.
  const last = hex.slice(-2);
  if (hex.at(-3) !== '0') damaged();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, -3)}${last}`;
}

export const instantLength = 24;
export const shortInstantLength = 8;

const zero = '0'.charCodeAt(0);
const instantForm = '20__-__-__T__:__:__.___Z';
const fixed = Array.from(instantForm, (sign, at) => ({ at, code: sign.charCodeAt(0) })).filter(
  ({ at }) => instantForm[at] !== '_',
);
/** The positions of the numbers in an instant, without its milliseconds. */
const fields = [2, 5, 8, 11, 14, 17];
const millisecondsAt = 20;

function numberAt(text: string, at: number, digits: number): number {
  let value = 0;
  for (let next = at; next < at + digits; next += 1) {
    const digit = text.charCodeAt(next) - zero;
    if (!(digit >= 0 && digit <= 9)) return noValue;
    value = value * 10 + digit;
  }
  return value;
}

/** The instant that begins here in fewer characters; '' if there is none. */
export function shortInstant(text: string, from: number): string {
  for (const { at, code } of fixed) if (text.charCodeAt(from + at) !== code) return '';
  let short = '';
  for (const at of fields) {
    const value = numberAt(text, from + at, 2);
    if (value > 63) return '';
    short += characters.charAt(value);
  }
  const tens = numberAt(text, from + millisecondsAt, 2);
  const ones = numberAt(text, from + millisecondsAt + 2, 1);
  return tens === noValue || ones === noValue ? '' : short + pairOf(tens * 10 + ones);
}

function twoDigits(packed: string, at: number): string {
  return String(valueAt(packed, at)).padStart(2, '0');
}

export function longInstant(packed: string, from: number): string {
  const two = (index: number): string => twoDigits(packed, from + index);
  const milliseconds = String(valueOfPair(packed, from + fields.length)).padStart(3, '0');
  if (milliseconds.length > 3) damaged();
  return `20${two(0)}-${two(1)}-${two(2)}T${two(3)}:${two(4)}:${two(5)}.${milliseconds}Z`;
}
