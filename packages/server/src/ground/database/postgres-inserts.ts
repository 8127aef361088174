import type { BoundStatement } from './statement.ts';

/** Which texts have followed one another, and what they are together. */
interface Shape {
  text: string | undefined;
  readonly next: Map<string, Shape>;
}

/** Each is prepared on every connection that meets it. */
const mostShapes = 160;
/** Of those that begin with one table: where numbers of rows vary, so do the shapes. */
const mostOfOne = 24;
/** Beside so many parts a statement more costs nothing. */
const mostParts = 16;

const root: Shape = { text: undefined, next: new Map() };
const shapesOf = new Map<string, number>();
let shapes = 0;

/**
 * Statements that insert, or else touch rows that none of the others makes, as one: what PostgreSQL does for each
 * statement it then does once. All of them see the store as it was before.
 */
export function asOne(parts: readonly BoundStatement[]): readonly BoundStatement[] {
  if (parts.length < 2 || parts.length > mostParts) return parts;
  const text = textOf(parts);
  return text === undefined ? parts : [{ text, values: parts.flatMap((part) => part.values), name: text }];
}

function textOf(parts: readonly BoundStatement[]): string | undefined {
  let shape = root;
  for (const { text } of parts) {
    const next = shape.next.get(text) ?? (shapes < mostShapes ? { text: undefined, next: new Map() } : undefined);
    if (next === undefined) return undefined;
    shape.next.set(text, next);
    shape = next;
  }
  if (shape.text === undefined && admits(parts)) shape.text = compose(parts);
  return shape.text;
}

function admits([first]: readonly BoundStatement[]): boolean {
  const beginning = first?.text.slice(0, first.text.indexOf('(')) ?? '';
  const count = shapesOf.get(beginning) ?? 0;
  if (shapes >= mostShapes || count >= mostOfOne) return false;
  shapesOf.set(beginning, count + 1);
  shapes += 1;
  return true;
}

function compose(parts: readonly BoundStatement[]): string {
  let before = 0;
  const texts = parts.map(({ text, values }) => {
    const moved = text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`);
    before += values.length;
    return moved;
  });
  const earlier = texts.slice(0, -1).map((text, at) => `part${at} as (${text})`);
  return `with ${earlier.join(', ')} ${texts.at(-1)}`;
}
