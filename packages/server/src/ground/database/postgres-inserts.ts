import type { Schema } from './schema.ts';
import { type BoundStatement, bindInsert, type Row } from './statement.ts';

/** Rows of one insert, beyond which it is a statement of its own: there are too many numbers of rows to prepare for each. */
const mostRows = 6;

interface Gathered {
  readonly table: keyof Schema;
  readonly rows: Row[];
}

/** Inserts that wait to be sent. What goes to one table is one insert, which opens the table and its indexes once. */
export class GatheredInserts {
  #inserts: (Gathered | BoundStatement)[] = [];

  /** Whether they were few enough to be kept. */
  add(table: keyof Schema, rows: readonly Row[]): boolean {
    if (rows.length > mostRows) return false;
    const fits = (one: Gathered): boolean =>
      one.table === table && one.rows.length + rows.length <= mostRows && haveSameColumns(one.rows, rows);
    const along = this.#inserts.find((one): one is Gathered => 'rows' in one && fits(one));
    if (along === undefined) this.#inserts.push({ table, rows: [...rows] });
    else along.rows.push(...rows);
    return true;
  }

  /** Whether it was kept: of two that may replace one row the second has to see the first. */
  addBound(bound: BoundStatement): boolean {
    const isKnown = this.#inserts.some((one) => 'text' in one && one.text === bound.text);
    if (isKnown && bound.text.includes('on conflict')) return false;
    this.#inserts.push(bound);
    return true;
  }

  take(): BoundStatement[] {
    if (this.#inserts.length === 0) return [];
    const taken = this.#inserts.map((one) => ('rows' in one ? bindInsert('postgres', one.table, one.rows) : one));
    this.#inserts = [];
    return taken;
  }
}

function haveSameColumns([one = {}]: readonly Row[], [other = {}]: readonly Row[]): boolean {
  return Object.keys(one).join() === Object.keys(other).join();
}

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

/** Remembers which statements were joined, since each joined text is prepared on every connection that meets it. */
export class JoinedInserts {
  readonly #root: Shape = { text: undefined, next: new Map() };
  readonly #shapesOf = new Map<string, number>();
  #shapes = 0;
  #places = 0;

  /** Texts that are remembered, each as often as others went before it. */
  get places(): number {
    return this.#places;
  }

  /**
   * Statements that insert, or else touch rows that none of the others makes, as one: what PostgreSQL does for each
   * statement it then does once. All of them see the store as it was before.
   */
  asOne(parts: readonly BoundStatement[]): readonly BoundStatement[] {
    if (parts.length < 2 || parts.length > mostParts) return parts;
    const text = this.#known(parts) ?? this.#admitted(parts);
    return text === undefined ? parts : [{ text, values: parts.flatMap((part) => part.values), name: text }];
  }

  #known(parts: readonly BoundStatement[]): string | undefined {
    let shape: Shape | undefined = this.#root;
    for (const { text } of parts) {
      shape = shape.next.get(text);
      if (shape === undefined) return undefined;
    }
    return shape.text;
  }

  /** Nothing is kept of what is not admitted: where sequences are always new, they cost no memory. */
  #admitted(parts: readonly BoundStatement[]): string | undefined {
    const [first] = parts;
    const beginning = first?.text.slice(0, first.text.indexOf('(')) ?? '';
    const count = this.#shapesOf.get(beginning) ?? 0;
    if (this.#shapes >= mostShapes || count >= mostOfOne) return undefined;
    this.#shapesOf.set(beginning, count + 1);
    this.#shapes += 1;
    let shape = this.#root;
    for (const { text } of parts) shape = shape.next.get(text) ?? this.#placeBehind(shape, text);
    shape.text = compose(parts);
    return shape.text;
  }

  #placeBehind(shape: Shape, text: string): Shape {
    const next: Shape = { text: undefined, next: new Map() };
    shape.next.set(text, next);
    this.#places += 1;
    return next;
  }
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
