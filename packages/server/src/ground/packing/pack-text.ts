import { leastPart, leastText, marks, mostPart, packMark } from './marks.ts';
import { endOfRun, lengthOf, longestPart, placeOf, runAt } from './phrase-index.ts';
import { characters, instantLength, pairOf, shortInstant, shortUuid, uuidLength } from './short-values.ts';

const [run, part, next, uuid, instant, itself] = [
  marks.run,
  marks.part,
  marks.next,
  marks.uuid,
  marks.instant,
  marks.itself,
].map((mark) => String.fromCharCode(mark));

/** The first character that JSON text can contain. */
const leastCharacter = 32;

/**
 * The same text in fewer characters, if it resembles those that `phrases` was made from. There is no time for a general
 * method: a payment can afford one look at each character, and deflating takes five times as long.
 */
export function packText(text: string): string {
  if (text.length < leastText && !text.startsWith(packMark)) return text;
  const packed = new Packer(text).packed();
  return packed.length < text.length || text.startsWith(packMark) ? packed : text;
}

class Packer {
  readonly #text: string;
  #at = 0;
  /** The start of the expected next run. */
  #nextAt = 0;
  #next: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  packed(): string {
    const text = this.#text;
    let packed = packMark;
    let from = 0;
    while (this.#at < text.length) {
      const at = this.#at;
      const token = this.#token();
      if (token === '') this.#at += 1;
      else {
        packed += from === at ? token : text.slice(from, at) + token;
        from = this.#at;
      }
    }
    return packed + text.slice(from);
  }

  /** The packed form of the text from here on; '' if a character stands for itself. */
  #token(): string {
    const text = this.#text;
    const at = this.#at;
    const expected = this.#next;
    if (expected !== undefined && text.startsWith(expected, at)) {
      this.#follow(this.#nextAt + expected.length, expected.length);
      return `${next}`;
    }
    const code = text.charCodeAt(at);
    if (code < leastCharacter) {
      this.#at += 1;
      return `${itself}${text.charAt(at)}`;
    }
    return this.#value(code) || this.#part();
  }

  #value(code: number): string {
    const isDigit = code >= 48 && code <= 57;
    if (!isDigit && !(code >= 97 && code <= 102)) return '';
    const id = shortUuid(this.#text, this.#at);
    if (id !== '') {
      this.#at += uuidLength;
      return `${uuid}${id}`;
    }
    const moment = isDigit ? shortInstant(this.#text, this.#at) : '';
    if (moment === '') return '';
    this.#at += instantLength;
    return `${instant}${moment}`;
  }

  #part(): string {
    const found = longestPart(this.#text, this.#at);
    if (found === 0) return '';
    const place = placeOf(found);
    const length = lengthOf(found);
    if (place + length === endOfRun(place)) {
      this.#follow(place + length, length);
      return `${run}${pairOf(place)}`;
    }
    const taken = Math.min(length, mostPart);
    this.#next = undefined;
    this.#at += taken;
    return `${part}${pairOf(place)}${characters[taken - leastPart]}`;
  }

  /** Continues behind a run. The run after it is expected next. */
  #follow(end: number, length: number): void {
    this.#at += length;
    this.#nextAt = end + 1;
    this.#next = runAt(this.#nextAt);
  }
}
