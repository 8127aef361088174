import { type Kysely, sql, type Updateable } from 'kysely';
import type { Schema, Stored } from './schema.ts';
import { type Engine, type Query, type Statement, statement } from './statement.ts';

/** Tables whose rows belong to platforms. */
type PlatformTable = { [T in keyof Schema]: Stored<T> extends { readonly tenant: number } ? T : never }[keyof Schema];
type Column<T extends PlatformTable> = Exclude<keyof Stored<T> & string, 'tenant'>;
type Values<T extends PlatformTable, C extends string> = { readonly tenant: number } & Pick<
  Stored<T>,
  C & keyof Stored<T>
>;

/** The statements that most tables need. Each compares the tenant, then the columns in `by`. */
export interface Table<T extends PlatformTable> {
  find<C extends Column<T> = never>(...by: readonly C[]): Statement<Values<T, C>, Stored<T>>;
  /** The same, for update: no other unit changes the row before this one ends. */
  lock<C extends Column<T> = never>(...by: readonly C[]): Statement<Values<T, C>, Stored<T>>;
  /** Sets columns to the given values. */
  update<S extends Column<T>, C extends Column<T> = never>(
    set: readonly S[],
    ...by: readonly Exclude<C, S>[]
  ): Statement<Values<T, S | C>, never>;
  delete<C extends Column<T> = never>(...by: readonly C[]): Statement<Values<T, C>, never>;
}

type Given = Readonly<Record<string, never>>;

/** Statements are created once, like all others: when a module is loaded. */
export function table<T extends PlatformTable>(name: T): Table<T> {
  // The types are those of one table, in place of any; the rows have the types of the named table.
  const named = name as 'customers';
  const equal = (by: readonly string[], given: Given) => {
    const each = ['tenant', ...by].map((column) => sql`${sql.ref(column)} = ${given[column]}`);
    return sql<boolean>`${sql.join(each, sql` and `)}`;
  };
  return {
    find: (...by) =>
      made(`find ${name} by ${by}`, (db, given) => db.selectFrom(named).selectAll().where(equal(by, given))),
    lock: (...by) =>
      made(`lock ${name} by ${by}`, (db, given, engine) => {
        const found = db.selectFrom(named).selectAll().where(equal(by, given));
        return engine === 'postgres' ? found.forUpdate() : found;
      }),
    update: (set, ...by) =>
      made(`update ${set} of ${name} by ${by}`, (db, given) => {
        const changes: Updateable<Schema['customers']> = Object.fromEntries(
          set.map((column) => [column, given[column]]),
        );
        return db.updateTable(named).set(changes).where(equal(by, given));
      }),
    delete: (...by) => made(`delete ${name} by ${by}`, (db, given) => db.deleteFrom(named).where(equal(by, given))),
  };
}

function made<P extends object, R>(
  name: string,
  build: (db: Kysely<Schema>, given: Given, engine: Engine) => Query<unknown>,
): Statement<P, R> {
  type Rows = Query<[R] extends [never] ? unknown : R>;
  return statement<P, R>(name, (db, given, engine) => build(db, given as object as Given, engine) as Rows);
}
