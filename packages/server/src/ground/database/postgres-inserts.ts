import type { Schema } from './schema.ts';
import { type BoundStatement, bindInsert, type Row } from './statement.ts';

/**
 * The most rows of a joined insert. A larger insert is a separate statement, since there are too many numbers of rows
 * to prepare for each.
 */
const mostRows = 6;

interface Gathered {
  readonly table: keyof Schema;
  readonly rows: Row[];
}

/**
 * Inserts that wait to be sent. The rows for one table become one insert, which opens the table and its indexes once.
 */
export class GatheredInserts {
  #inserts: (Gathered | BoundStatement)[] = [];

  /** Returns whether the rows were few enough to be gathered. */
  add(table: keyof Schema, rows: readonly Row[]): boolean {
    if (rows.length > mostRows) return false;
    const fits = (one: Gathered): boolean =>
      one.table === table && one.rows.length + rows.length <= mostRows && haveSameColumns(one.rows, rows);
    const along = this.#inserts.find((one): one is Gathered => 'rows' in one && fits(one));
    if (along === undefined) this.#inserts.push({ table, rows: [...rows] });
    else along.rows.push(...rows);
    return true;
  }

  /**
   * Returns whether it was gathered. Of two statements that may replace the same row, the second must see the first.
   */
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

/** Which texts have followed each other, and their joined text. */
interface Shape {
  text: string | undefined;
  readonly next: Map<string, Shape>;
}

/** Every connection that uses a joined text prepares it. */
const mostShapes = 160;
/** The most joined texts that begin with one table: varying numbers of rows make many texts. */
const mostOfOne = 24;
/** With more parts than this, separate statements cost little more. */
const mostParts = 16;

/** Remembers which statements were joined, since every connection that uses a joined text prepares it. */
export class JoinedInserts {
  readonly #root: Shape = { text: undefined, next: new Map() };
  readonly #shapesOf = new Map<string, number>();
  #shapes = 0;
  #places = 0;

  /** The number of nodes in the tree of remembered texts. */
  get places(): number {
    return this.#places;
  }

  /**
   * Joins statements into one, so that PostgreSQL does its work per statement only once. They must be inserts, or touch
   * no rows that the others create: all of them see the store as it was before.
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

  /** Rejected sequences are not remembered, so that ever new sequences cost no memory. */
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
