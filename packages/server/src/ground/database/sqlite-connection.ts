import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import { isDamage, translated } from './sqlite-errors.ts';
import {
  type BoundStatement,
  bindInsert,
  bindQuery,
  type Engine,
  type Query,
  type Row,
  type Value,
} from './statement.ts';
import { AbstractUnit } from './unit.ts';

/** Makes a row from the values of its columns. */
type RowMaker = (values: Value[]) => Row;

interface Prepared {
  readonly statement: StatementSync;
  readonly isReading: boolean;
  readonly rowOf: RowMaker;
}

/** One connection to a file of SQLite, with its prepared statements. */
export class SqliteConnection extends AbstractUnit {
  readonly engine: Engine = 'sqlite';
  readonly handle: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();
  readonly #requireFiles: () => void;
  #writes = 0;

  /** `requireFiles` throws if another program has damaged the files: then no statement is to blame. */
  constructor(handle: DatabaseSync, requireFiles: () => void) {
    super();
    this.handle = handle;
    this.#requireFiles = requireFiles;
  }

  /** The number of statements that may have changed something. */
  get writes(): number {
    return this.#writes;
  }

  /** For immediate execution. */
  #ready(bound: BoundStatement): Prepared {
    const prepared = this.#prepare(bound);
    if (!prepared.isReading) this.#writes += 1;
    return prepared;
  }

  #prepare(bound: BoundStatement): Prepared {
    const known = this.#prepared.get(bound.text);
    if (known !== undefined) return known;
    const statement = this.handle.prepare(bound.text);
    // Money must not pass through a double. Other numbers stay ordinary numbers.
    const isMoney = holdsMoney(bound.text);
    if (isMoney) statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const fresh = {
      statement,
      isReading: /^\s*select\b/i.test(bound.text),
      rowOf: rowMaker(
        statement.columns().map(({ name }) => name),
        isMoney,
      ),
    };
    if (bound.name !== undefined) this.#prepared.set(bound.text, fresh);
    return fresh;
  }

  protected async rows(bound: BoundStatement): Promise<Row[]> {
    return this.#guard(() => {
      const { statement, rowOf } = this.#ready(bound);
      // The statement was told to return arrays, which its type does not show.
      const found: unknown = statement.all(...bound.values);
      return (found as Value[][]).map(rowOf);
    });
  }

  protected async changes(bound: BoundStatement): Promise<number> {
    return Number(this.#guard(() => this.#ready(bound).statement.run(...bound.values)).changes);
  }

  protected send(bound: BoundStatement): void {
    this.#guard(() => this.#ready(bound).statement.run(...bound.values));
  }

  protected bindInsert(table: keyof Schema, rows: readonly Row[], key?: readonly string[]): BoundStatement {
    return bindInsert('sqlite', table, rows, key);
  }

  protected bindQuery<R>(build: (db: Kysely<Schema>) => Query<R>): BoundStatement {
    return bindQuery('sqlite', build);
  }

  #guard<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (isDamage(error)) this.#requireFiles();
      throw translated(error);
    }
  }
}

function holdsMoney(text: string): boolean {
  return text.includes('_minor') || text.includes('*');
}

/** By their columns. All statements together have a few hundred shapes of rows. */
const makers = new Map<string, RowMaker>();

/**
 * Generates a function that makes a row of some columns as an object literal: SQLite's own objects take twice as long.
 * Columns named `_minor` stay bigint; other integers become numbers.
 */
function rowMaker(columns: readonly string[], isMoney: boolean): RowMaker {
  const members = columns.map((column, at) => {
    const value = `values[${at}]`;
    const isNumber = isMoney && !column.endsWith('_minor');
    return `${JSON.stringify(column)}: ${isNumber ? `typeof ${value} === 'bigint' ? Number(${value}) : ` : ''}${value}`;
  });
  const text = `return { ${members.join(', ')} }`;
  const known = makers.get(text);
  if (known !== undefined) return known;
  // Its text consists of quoted column names of this program's own statements, and of nothing from a request.
  const fresh = new Function('values', text) as RowMaker;
  makers.set(text, fresh);
  return fresh;
}
