import { leastPart, marks, packMark } from './marks.ts';
import { endOfRun, runAt } from './phrase-index.ts';
import { phrases } from './phrases.ts';
import {
  damaged,
  longInstant,
  longUuid,
  shortInstantLength,
  shortUuidLength,
  valueAt,
  valueOfPair,
} from './short-values.ts';

/** A mark stands for at most its run, so the result is at most some hundred times longer. */
const leastCharacter = 32;

export function isPacked(kept: string): boolean {
  return kept.startsWith(packMark);
}

/** Unpacks a packed text, character for character. Returns any other text unchanged. */
export function unpackText(kept: string): string {
  return isPacked(kept) ? new Unpacker(kept).text() : kept;
}

class Unpacker {
  readonly #kept: string;
  #at = packMark.length;
  #nextAt = 0;

  constructor(kept: string) {
    this.#kept = kept;
  }

  text(): string {
    const kept = this.#kept;
    let text = '';
    let from = this.#at;
    while (this.#at < kept.length) {
      const at = this.#at;
      this.#at += 1;
      const mark = kept.charCodeAt(at);
      if (mark >= leastCharacter) continue;
      text += kept.slice(from, at) + this.#open(mark);
      from = this.#at;
    }
    return text + kept.slice(from);
  }

  #open(mark: number): string {
    const kept = this.#kept;
    const at = this.#at;
    switch (mark) {
      case marks.run:
        this.#at += 2;
        return this.#run(valueOfPair(kept, at));
      case marks.part:
        this.#at += 3;
        return this.#part(valueOfPair(kept, at), leastPart + valueAt(kept, at + 2));
      case marks.next:
        return this.#run(this.#nextAt);
      case marks.uuid:
        this.#at += shortUuidLength;
        return longUuid(kept, at);
      case marks.instant:
        this.#at += shortInstantLength;
        return longInstant(kept, at);
      case marks.itself:
        this.#at += 1;
        return kept.charAt(at);
      default:
        return damaged();
    }
  }

  #run(place: number): string {
    const end = endOfRun(place) ?? damaged();
    this.#nextAt = end + 1;
    return runAt(place) ?? phrases.slice(place, end);
  }

  #part(place: number, length: number): string {
    if (place + length > phrases.length) damaged();
    return phrases.slice(place, place + length);
  }
}
