/** Stands before a text that points into `phrases`. Another form gets another one; JSON begins with neither. */
export const packMark = '~1';

/**
 * What stands for something else in a packed text. They are the characters that text of JSON has not: it writes them
 * as escapes.
 */
export const marks = {
  /** The rest of a run of phrases: its place. */
  run: 1,
  /** A part of one: its place and its length. */
  part: 2,
  /** The run that comes after the last one. */
  next: 3,
  uuid: 4,
  instant: 5,
  /** One character as it is, which would be taken for a mark. */
  itself: 6,
} as const;

export const leastText = 32;

/** Shorter parts would not become shorter. */
export const leastPart = 5;
export const mostPart = leastPart + 63;
