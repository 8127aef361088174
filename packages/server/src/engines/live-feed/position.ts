import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import type { Sealer } from '../../ground/sealing/sealer.ts';

/** How far a source has been read: the position of its last row in the order of commits, and the id of that row. */
export interface Mark {
  readonly position: number;
  /** On PostgreSQL the rows of one transaction share a position and are sorted by id. */
  readonly id: string;
}

/** How far each source of a feed has been read, by the letters of the sources. */
export type Position = Readonly<Record<string, Mark>>;

/** Positions as opaque text for callers, who only send them back. */
export interface Positions {
  write(position: Position): string;
  /** Reads the text of `write`; `undefined` for any other text. The start of a source, `0`, is not encrypted. */
  read(text: string): Position | undefined;
}

const beginning = '0';
const markForm = /^([A-Z])(0|[\w-]{22})\.([0-9A-Za-z-]*)$/;
const blockBytes = 16;

/**
 * A position reveals the activity of all platforms, so callers must not be able to read or guess it. It is one AES
 * block under a key of the service, with fixed zeros that make a forged block detectable. Encrypting single blocks
 * reveals only that two are equal.
 */
export function createPositions({ secretFor }: Pick<Sealer, 'secretFor'>): Positions {
  const key = createSecretKey(secretFor('positions of streams'));
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const blockOf = (letter: string, place: number): Buffer => {
    const block = Buffer.alloc(blockBytes);
    block.write(letter, 'latin1');
    block.writeBigUInt64BE(BigInt(place), blockBytes - 8);
    return block;
  };
  // All marks of a message but one are the same as in the previous message.
  const written = new WeakMap<Mark, string>();
  const seal = (letter: string, place: number): string =>
    place === 0 ? beginning : cipher.update(blockOf(letter, place)).toString('base64url');
  const unseal = (letter: string, text: string): number | undefined => {
    if (text === beginning) return 0;
    const place = Number(decipher.update(Buffer.from(text, 'base64url')).readBigUInt64BE(blockBytes - 8));
    return Number.isSafeInteger(place) && seal(letter, place) === text ? place : undefined;
  };
  const writeMark = ([letter, mark]: readonly [string, Mark]): string => {
    const known = written.get(mark);
    if (known?.startsWith(letter)) return known;
    const text = `${letter}${seal(letter, mark.position)}.${mark.id}`;
    written.set(mark, text);
    return text;
  };
  return {
    write: (position) => Object.entries(position).map(writeMark).join('~'),
    read: (text) => {
      const marks: Record<string, Mark> = {};
      for (const part of text.split('~')) {
        const [, letter, sealed, id] = markForm.exec(part) ?? [];
        if (letter === undefined || sealed === undefined || id === undefined || letter in marks) return undefined;
        const position = unseal(letter, sealed);
        if (position === undefined) return undefined;
        marks[letter] = { position, id };
      }
      return marks;
    },
  };
}

/** Whether one mark is at or after another. */
export function isAtOrAfter(one: Mark, other: Mark): boolean {
  return one.position > other.position || (one.position === other.position && one.id >= other.id);
}
