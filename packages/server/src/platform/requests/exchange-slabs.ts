import { Buffer } from 'node:buffer';

const slabLength = 131_072;
/** The memory of a few batches of typical requests. */
const mostFree = 16;
/** The most bytes that a UTF-16 code unit takes in UTF-8. */
const mostBytesOfCharacter = 3;

interface Slab {
  readonly bytes: Buffer;
  length: number;
  /** The number of its texts that are not released. */
  kept: number;
}

/** The location of a text's bytes. */
export interface SlabText {
  /** `undefined` for a text that is larger than a slab. */
  readonly slab: Slab | undefined;
  readonly bytes: Buffer;
}

/**
 * Stores texts as bytes in reused memory. Waiting strings would be copied by each garbage collection, and new
 * buffers would cause more collections. Texts that are never released are collected as usual.
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

  /** Call it once for each text, when its bytes are no longer read. */
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
