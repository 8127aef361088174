import { bech32m } from '@scure/base';

const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const bitsOfLetter = 5;

/** The last letters of an address, which belong to its checksum, as a number of as many bits. */
function tailOf(words: number[], length: number): number {
  let tail = 0;
  for (const letter of bech32m.encode('spark', words).slice(-length))
    tail = (tail << bitsOfLetter) | letters.indexOf(letter);
  return tail;
}

/**
 * A valid Spark address of a key of 33 bytes whose last letters are `ending`. The end of the key is replaced: each
 * letter of it changes the checksum independently of the others, so that no long search is needed.
 */
export function sparkAddress(key: Uint8Array, ending: string): string {
  const words = bech32m.toWords(Uint8Array.of(0x0a, key.length, ...key));
  const free = [1, 2, 3].map((back) => words.length - back);
  for (const place of free) words[place] = 0;
  const plain = tailOf(words, ending.length);
  const [first = [], second = [], third = []] = free.map((place) =>
    [...letters].map((_, word) => plain ^ tailOf(words.with(place, word), ending.length)),
  );
  const wanted = [...ending].reduce((tail, letter) => (tail << bitsOfLetter) | letters.indexOf(letter), 0);
  for (const [a, byFirst] of first.entries())
    for (const [b, bySecond] of second.entries()) {
      const c = third.indexOf(plain ^ byFirst ^ bySecond ^ wanted);
      if (c >= 0)
        return bech32m.encode(
          'spark',
          words.map((word, place) => [a, b, c][free.indexOf(place)] ?? word),
        );
    }
  throw new Error(`no Spark address ends in ${ending}`);
}
