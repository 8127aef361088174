import { Buffer } from 'node:buffer';

/** A value that must not be found: personal data that was sent, or a secret that was issued. */
export interface Mark {
  readonly name: string;
  readonly value: string;
}

/** A place to search: a file, a column, an output or the body of a refusal. */
export interface Place {
  readonly name: string;
  readonly bytes: Buffer;
}

/** One mark in one place, in one of its encodings. */
export interface Sighting {
  readonly mark: string;
  readonly place: string;
  readonly form: string;
}

/** Shorter values occur by chance in ids and digests. */
const shortestBytes = 8;

/** Collects the values that must stay hidden, by the names of their fields. */
export class Marks {
  readonly all: Mark[] = [];

  /** Records a value and returns it, to be sent. */
  add<T>(name: string, value: T): T {
    if (typeof value !== 'string') throw new Error(`there is no ${name}`);
    if (Buffer.byteLength(value) < shortestBytes) throw new Error(`${name} is too short to be told from chance`);
    this.all.push({ name, value });
    return value;
  }
}

/** The part of a text in base64 that does not depend on the text before and after it. */
function base64Parts(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return text.slice(shift === 0 ? 0 : shift + 1, bytes.length % 3 === (3 - shift) % 3 ? undefined : -1);
  });
}

/** The decoded bytes of a value that is itself an encoding. */
function meantBytes(value: string): Buffer[] {
  if (/^([0-9a-f]{2}){16,}$/i.test(value)) return [Buffer.from(value, 'hex')];
  return /^[A-Za-z0-9_-]{40,}$/.test(value) ? [Buffer.from(value, 'base64url')] : [];
}

/** A value in all encodings. */
function formsOf(value: string): Map<string, Buffer> {
  const forms = new Map<string, Buffer>();
  const add = (name: string, text: string): unknown => forms.set(name, Buffer.from(text));
  add('as it is', value);
  add('in JSON', JSON.stringify(value).slice(1, -1));
  add('in an address', encodeURIComponent(value));
  for (const [at, bytes] of [Buffer.from(value), ...meantBytes(value)].entries()) {
    const of = at === 0 ? '' : ' of its bytes';
    if (at > 0) forms.set('its bytes', bytes);
    add(`hexadecimal${of}`, bytes.toString('hex'));
    add(`capital hexadecimal${of}`, bytes.toString('hex').toUpperCase());
    for (const [shift, part] of base64Parts(bytes).entries()) {
      add(`base64${of} ${shift}`, part);
      add(`base64url${of} ${shift}`, part.replaceAll('+', '-').replaceAll('/', '_'));
    }
  }
  return forms;
}

/** The number of bytes that identify the possible start of an encoding. */
const headBytes = 4;
/** A power of two, so that a few prefixes leave most of the table empty. */
const headSlots = 2 ** 20;

function slotOf(head: number): number {
  return (Math.imul(head, 0x9e3779b1) >>> 0) % headSlots;
}

/** The encodings that occur in the bytes, found in one pass however many there are. */
function present(bytes: Buffer, forms: Iterable<Buffer>): Set<Buffer> {
  const found = new Set<Buffer>();
  const byHead = new Map<number, Buffer[]>();
  const isHead = new Uint8Array(headSlots);
  for (const form of forms) {
    if (form.length < headBytes) {
      if (bytes.includes(form)) found.add(form);
      continue;
    }
    const head = form.readInt32BE(0);
    byHead.set(head, [...(byHead.get(head) ?? []), form]);
    isHead[slotOf(head)] = 1;
  }
  let head = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    head = (head << 8) | (bytes[at] ?? 0);
    if (at < headBytes - 1 || isHead[slotOf(head)] === 0) continue;
    const from = at - headBytes + 1;
    for (const form of byHead.get(head) ?? [])
      if (form.equals(bytes.subarray(from, from + form.length))) found.add(form);
  }
  return found;
}

/** Every readable mark, once per place. */
export function search(marks: readonly Mark[], places: readonly Place[]): Sighting[] {
  const sightings = new Map<string, Sighting>();
  const forms = marks.flatMap(({ name, value }) => [...formsOf(value)].map(([form, bytes]) => ({ name, form, bytes })));
  // Most encodings occur nowhere, which one pass over everything shows.
  const everything = Buffer.concat(places.flatMap(({ bytes }) => [bytes, Buffer.of(0)]));
  const somewhere = present(
    everything,
    forms.map(({ bytes }) => bytes),
  );
  for (const { name, form, bytes } of forms) {
    if (!somewhere.has(bytes)) continue;
    for (const place of places) {
      const key = `${name}\n${place.name}`;
      if (!sightings.has(key) && place.bytes.includes(bytes)) {
        sightings.set(key, { mark: name, place: place.name, form });
      }
    }
  }
  return [...sightings.values()];
}
