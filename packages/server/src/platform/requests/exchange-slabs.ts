import { Buffer } from 'node:buffer';

const slabLength = 131_072;
/** As much as a few batches of usual requests take. */
const mostFree = 16;
/** No character takes more in UTF-8. */
const mostBytesOfCharacter = 3;

interface Slab {
  readonly bytes: Buffer;
  length: number;
  /** Texts in it that are not done with. */
  kept: number;
}

/** Where the bytes of a text lie. */
export interface SlabText {
  /** None has room for a text that is larger. */
  readonly slab: Slab | undefined;
  readonly bytes: Buffer;
}

/**
 * Keeps texts as bytes in memory that is used again: text that waits would be copied by each collection of garbage, and
 * fresh memory for each would bring about more of those. What nobody says to be done with is collected like all else.
 */
export class ExchangeSlabs {
  #slab: Slab | undefined;
  readonly #free: Slab[] = [];

  keep(text: string): SlabText {
    const most = text.length * mostBytesOfCharacter;
    if (most > slabLength) return { slab: undefined, bytes: Buffer.from(text) };
    const slab = this.#slabFor(most);
    const from = slab.length;
    slab.length += slab.bytes.write(text, from);
    slab.kept += 1;
    return { slab, bytes: slab.bytes.subarray(from, slab.length) };
  }

  /** Call it once for each text, when nobody reads its bytes any more. */
  release({ slab }: SlabText): void {
    if (slab === undefined) return;
    slab.kept -= 1;
    if (slab.kept > 0 || slab === this.#slab || this.#free.length === mostFree) return;
    slab.length = 0;
    this.#free.push(slab);
  }

  #slabFor(most: number): Slab {
    if (this.#slab !== undefined && this.#slab.length + most <= slabLength) return this.#slab;
    this.#slab = this.#free.pop() ?? { bytes: Buffer.allocUnsafeSlow(slabLength), length: 0, kept: 0 };
    return this.#slab;
  }
}
