import type { Mutant } from './mutant.ts';

/** Mistakes in the compression of similar texts. */
export const packingMutants: readonly Mutant[] = [
  {
    name: 'changes a phrase that stored texts refer to',
    file: 'ground/packing/phrases.ts',
    find: '"bankName":"Sandbox Bank"',
    replace: '"bankName":"Sandbox  Bank"',
    test: ['ground/packing/pack-text.test.ts', 'of an earlier release is still unpacked'],
  },
  {
    name: 'decodes literal text that looks like a mark',
    file: 'ground/packing/pack-text.ts',
    find: 'if (code < leastCharacter) {',
    replace: 'if (code < 0) {',
    test: ['ground/packing/pack-text.test.ts', 'is unpacked character for character'],
  },
  {
    name: 'lowercases a UUID',
    file: 'ground/packing/short-values.ts',
    find: 'fourBits[text.charCodeAt(from + at)]',
    replace: 'fourBits[text.toLowerCase().charCodeAt(from + at)]',
    test: ['ground/packing/pack-text.test.ts', 'is unpacked character for character'],
  },
  {
    name: 'starts the next run one character late',
    file: 'ground/packing/unpack-text.ts',
    find: 'this.#nextAt = end + 1;',
    replace: 'this.#nextAt = end + 2;',
    test: ['ground/packing/pack-text.test.ts', 'is unpacked character for character'],
  },
  {
    name: 'does not escape text that looks packed',
    file: 'ground/packing/pack-text.ts',
    find: 'return packed.length < text.length || text.startsWith(packMark) ? packed : text;',
    replace: 'return packed.length < text.length ? packed : text;',
    test: ['ground/packing/pack-text.test.ts', 'is unpacked correctly even if the original looks packed'],
  },
  {
    name: 'reads past the end of the phrases',
    file: 'ground/packing/unpack-text.ts',
    find: 'endOfRun(place) ?? damaged()',
    replace: 'endOfRun(place) ?? phrases.length',
    test: [
      'ground/packing/pack-text.test.ts',
      'that is damaged is refused, or unpacks to less than 200 times its length',
    ],
  },
  {
    name: 'packs while processes of the previous release may run',
    file: 'ground/database/sealed-database.ts',
    find: 'isAlike === true && performance.now() >= this.#packsFromMs ?',
    replace: 'isAlike === true ?',
    test: [
      'ground/database/packed-columns.test.ts',
      'is stored unpacked while processes of the last release may still run',
    ],
  },
  {
    name: 'packs at once in a store in use',
    file: 'ground/database/migrations/0060-packing.sql',
    find: "now() + interval '1 hour'",
    replace: 'now()',
    test: [
      'ground/database/packed-columns.test.ts',
      'begins one hour after an older store is migrated, and at once in a new store',
    ],
  },
  {
    name: 'seals unpacked text',
    file: 'ground/database/sealed-database.ts',
    find: 'this.#vault.seal(short)',
    replace: 'this.#vault.seal(text)',
    test: ['ground/database/packed-columns.test.ts', 'is packed before it is sealed'],
  },
  {
    name: 'sends packed payloads',
    file: 'ground/database/sealed-database.ts',
    find: 'value.startsWith(sealMark) || isPacked(value)',
    replace: 'value.startsWith(sealMark)',
    test: ['ground/database/packed-columns.test.ts', 'is stored packed, and delivered and read unpacked'],
  },
];
