/** How far a source has been read: the place of its last row in the order of commits, and the id of that row. */
export interface Mark {
  readonly position: number;
  /** Rows of one transaction share their place on PostgreSQL, and follow each other by their ids. */
  readonly id: string;
}

/** How far each source of a feed has been read, by the letters of the sources. */
export type Position = Readonly<Record<string, Mark>>;

const markForm = /^([A-Z])([0-9a-z]{1,12})\.([0-9A-Za-z-]*)$/;

/** The position as text for callers, who only send it back. */
export function writePosition(position: Position): string {
  return Object.entries(position)
    .map(([letter, mark]) => `${letter}${mark.position.toString(36)}.${mark.id}`)
    .join('~');
}

/** The marks of a text that `writePosition` made; `undefined` for any other text. */
export function readPosition(text: string): Position | undefined {
  const marks: Record<string, Mark> = {};
  for (const part of text.split('~')) {
    const [, letter, place, id] = markForm.exec(part) ?? [];
    if (letter === undefined || place === undefined || id === undefined || letter in marks) return undefined;
    const position = Number.parseInt(place, 36);
    if (!Number.isSafeInteger(position)) return undefined;
    marks[letter] = { position, id };
  }
  return marks;
}

/** Whether one mark stands where the other does, or behind it. */
export function isAtOrAfter(one: Mark, other: Mark): boolean {
  return one.position > other.position || (one.position === other.position && one.id >= other.id);
}
