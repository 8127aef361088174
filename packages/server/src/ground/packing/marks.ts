/** The prefix of text that points into `phrases`. Another format gets another prefix. JSON begins with neither. */
export const packMark = '~1';

/** Characters with a meaning in packed text. JSON text never contains them: it writes them as escapes. */
export const marks = {
  /** The rest of a run of phrases: its position. */
  run: 1,
  /** A part of a run: its position and its length. */
  part: 2,
  /** The run after the last one. */
  next: 3,
  uuid: 4,
  instant: 5,
  /** One literal character that would be read as a mark. */
  itself: 6,
} as const;

export const leastText = 32;

/** Packing would not shorten shorter parts. */
export const leastPart = 5;
export const mostPart = leastPart + 63;
