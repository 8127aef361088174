import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Schema } from './schema.ts';
import type { SealedColumn } from './sealed-columns.ts';
import { columnsToOpen, SealedSlot, sealingPlugin } from './sealing-plugin.ts';

export type Engine = 'sqlite' | 'postgres';

/** The types of columns and parameters. Money is bigint; instants and JSON are text. */
export type Value = string | number | bigint | null;
export type Row = Record<string, Value>;

/** Kysely without a driver: it only builds and compiles. The database runs the text. */
const builders: Record<Engine, Kysely<Schema>> = {
  sqlite: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    plugins: [sealingPlugin],
  }),
  postgres: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [sealingPlugin],
  }),
};

/**
 * A query that Kysely can compile. It is never executed: `execute` declares the type of its rows, which a compiled
 * query does not have.
 */
export interface Query<R> {
  compile(): CompiledQuery<R>;
  execute(): Promise<R[]>;
}

/** A query written as SQL. The caller declares its rows. */
export function rawQuery<R>(text: RawBuilder<R>, db: Kysely<Schema>): Query<R> {
  return { compile: () => text.compile(db), execute: async () => (await text.execute(db)).rows };
}

/**
 * The order of a column for rows that another index finds. For a plain ORDER BY, SQLite, which has no statistics here,
 * walks the index of that order through all rows of the platform. A unary plus hides the column from it.
 */
export function sortedBy(engine: Engine, column: string): RawBuilder<unknown> {
  return engine === 'sqlite' ? sql`+${sql.ref(column)}` : sql`${sql.ref(column)}`;
}

/** A statement without a result may be any query. */
type QueryOf<R> = Query<[R] extends [never] ? unknown : R>;

/** Compiled text with its parameter values in order. `name` marks text that runs prepared. */
export interface BoundStatement {
  readonly text: string;
  readonly values: readonly Value[];
  readonly name?: string;
  /** Values to seal before they are stored. No engine runs the statement before that. */
  readonly seals?: readonly Seal[];
  /** Result columns that may be sealed. */
  readonly opens?: readonly string[];
  /** Without it, the statement sees all earlier ones, and all later ones see it. */
  readonly order?: Order | undefined;
}

/** `ALONG`: joined with the inserts around it. `AHEAD`: sent before waiting inserts, which it does not need to see. */
type Order = 'ALONG' | 'AHEAD';

/** A value for a sealed column. */
export interface Seal {
  readonly at: number;
  readonly column: SealedColumn;
  /** The tenant, if the digest of the text is stored instead of the text. */
  readonly digestOf?: Value;
}

/** A hot statement: compiled once per engine, then bound to values at each run. */
export interface Statement<P, R> {
  readonly name: string;
  bind(engine: Engine, parameters: P): BoundStatement;
  /** Exists only as a type: the rows of the statement. */
  readonly row?: R;
}

class Placeholder {
  readonly key: string;
  constructor(key: string) {
    this.key = key;
  }
}

interface Compiled {
  readonly text: string;
  readonly slots: readonly (Placeholder | Value)[];
  readonly seals: readonly { readonly at: number; readonly column: SealedColumn; readonly isDigest: boolean }[];
  readonly opens: readonly string[] | undefined;
}

function compiledOf({ sql, parameters, query }: CompiledQuery): Compiled {
  const seals = parameters.flatMap((slot, at) =>
    slot instanceof SealedSlot ? [{ at, column: slot.column, isDigest: slot.isDigest }] : [],
  );
  const slots = parameters.map((slot) => (slot instanceof SealedSlot ? slot.value : slot));
  return { text: sql, slots: slots as readonly (Placeholder | Value)[], seals, opens: columnsToOpen(query) };
}

function bound({ text, seals, opens }: Compiled, values: readonly Value[], tenant: Value | undefined): BoundStatement {
  if (opens === undefined) return { text, values };
  return {
    text,
    values,
    ...(seals.length > 0 && {
      seals: seals.map(({ at, column, isDigest }) =>
        isDigest ? { at, column, digestOf: tenant ?? null } : { at, column },
      ),
    }),
    opens,
  };
}

const declared: Statement<object, unknown>[] = [];

/** The statements of all loaded modules, for checks of every one. */
export function declaredStatements(): readonly Statement<object, unknown>[] {
  return declared;
}

/** A query as a function of the parameters of each run. */
type Build<P, R> = (db: Kysely<Schema>, parameters: { readonly [K in keyof P]: P[K] }, engine: Engine) => QueryOf<R>;

/** Declares a statement that Kysely compiles once. `parameters.x` stands for the value of `x` in each run. */
export function statement<P extends object, R = never>(name: string, build: Build<P, R>): Statement<P, R> {
  return declare(name, build, undefined);
}

/**
 * Declares a statement that inserts and reads nothing that another insert of its unit may have created. Like the
 * inserts of `unit.insert`, consecutive ones become one statement if the engine gains by it. It sees the store as it
 * was before all of them.
 */
export function insertingStatement<P extends object>(name: string, build: Build<P, never>): Statement<P, never> {
  return declare(name, build, 'ALONG');
}

/** Declares a statement that waits for its turn and neither reads nor changes rows. */
export function lockingStatement<P extends object>(name: string, build: Build<P, never>): Statement<P, never> {
  return declare(name, build, 'AHEAD');
}

function declare<P extends object, R>(name: string, build: Build<P, R>, order: Order | undefined): Statement<P, R> {
  const compiled = new Map<Engine, Compiled>();
  const compile = (engine: Engine): Compiled => {
    const placeholders = new Proxy({} as { readonly [K in keyof P]: P[K] }, {
      get: (_, key) => new Placeholder(String(key)),
    });
    const fresh = compiledOf(build(builders[engine], placeholders, engine).compile());
    compiled.set(engine, fresh);
    return fresh;
  };
  const made: Statement<object, R> = {
    name,
    bind: (engine, parameters) => {
      const known = compiled.get(engine) ?? compile(engine);
      const given = parameters as Record<string, Value>;
      const values = known.slots.map((slot) => (slot instanceof Placeholder ? (given[slot.key] ?? null) : slot));
      return known.opens === undefined
        ? { text: known.text, values, name, order }
        : { ...bound(known, values, given['tenant']), name, order };
    },
  };
  declared.push(made);
  return made;
}

/** A query whose shape depends on the request, such as lists with filters: compiled at each run. */
export function bindQuery<R>(engine: Engine, build: (db: Kysely<Schema>) => Query<R>): BoundStatement {
  const compiled = compiledOf(build(builders[engine]).compile());
  return bound(compiled, compiled.slots as readonly Value[], undefined);
}

/** A compiled insert. */
interface InsertShape {
  readonly engine: Engine;
  readonly columns: readonly string[];
  readonly count: number;
  readonly key: string;
  readonly text: string;
  readonly name: string;
}

/** By table, since each has few: a search costs less than building a name. */
const insertShapes = new Map<string, InsertShape[]>();

function hasColumns({ columns }: InsertShape, names: readonly string[]): boolean {
  if (columns.length !== names.length) return false;
  for (let at = 0; at < names.length; at += 1) if (columns[at] !== names[at]) return false;
  return true;
}

/**
 * Inserts rows of one shape in one statement, or replaces those with the same key. The text is cached by table,
 * columns, count and key.
 */
export function bindInsert(
  engine: Engine,
  table: keyof Schema,
  rows: readonly Row[],
  key: readonly string[] = [],
): BoundStatement {
  const names = Object.keys(rows[0] ?? {});
  const shapes = insertShapes.get(table) ?? [];
  const keyText = key.join();
  let shape = shapes.find(
    (one) => one.count === rows.length && one.engine === engine && one.key === keyText && hasColumns(one, names),
  );
  if (shape === undefined) {
    shape = insertShapeOf(engine, table, names, rows.length, key);
    insertShapes.set(table, [...shapes, shape]);
  }
  const { text, name, columns } = shape;
  const values: Value[] = [];
  for (const row of rows) for (const column of columns) values.push(row[column] ?? null);
  return { text, values, name };
}

function insertShapeOf(
  engine: Engine,
  table: string,
  columns: readonly string[],
  count: number,
  key: readonly string[],
): InsertShape {
  let index = 0;
  const mark = engine === 'postgres' ? () => `$${++index}` : () => '?';
  const tuples = Array.from({ length: count }, () => `(${columns.map(mark).join(', ')})`).join(', ');
  const text = `insert into ${table} (${columns.join(', ')}) values ${tuples}${onConflict(columns, key)}`;
  const keyText = key.join();
  return {
    engine,
    columns,
    count,
    key: keyText,
    text,
    name: `${engine}:${table}:${columns.join()}:${count}:${keyText}`,
  };
}

function onConflict(columns: readonly string[], key: readonly string[]): string {
  if (key.length === 0) return '';
  const changes = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
  return ` on conflict (${key.join(', ')}) do update set ${changes.join(', ')}`;
}
