import type { Database } from '../../../server/src/ground/database/database.ts';
import type { Query } from '../../../server/src/ground/database/statement.ts';
import type { Unit } from '../../../server/src/ground/database/unit.ts';

/** The name of every query that is built per request: lists with filters. */
const builtQuery = 'built query';

/** A database in which one statement can be made to use the rows of another tenant. */
export interface Plantable {
  readonly database: Database;
  /** Every statement that was run for a tenant since the last call. */
  takeNames(): Set<string>;
  /** Makes the statement use another tenant's rows; `undefined` removes the fault. */
  plant(
    fault: { readonly statement: string; readonly callers: readonly number[]; readonly victim: number } | undefined,
  ): void;
}

type Fault = Parameters<Plantable['plant']>[0];

export function plantable(database: Database): Plantable {
  let fault: Fault;
  let names = new Set<string>();
  const swap = (statement: string, value: unknown): unknown =>
    fault?.statement === statement && fault.callers.some((caller) => caller === value) ? fault.victim : value;
  const forget = <P>(statement: { readonly name: string }, parameters: P): P => {
    if (typeof parameters !== 'object' || parameters === null || !('tenant' in parameters)) return parameters;
    names.add(statement.name);
    return { ...parameters, tenant: swap(statement.name, parameters.tenant) };
  };
  const wrap = (unit: Unit): Unit => ({
    engine: unit.engine,
    all: (statement, parameters) => unit.all(statement, forget(statement, parameters)),
    first: (statement, parameters) => unit.first(statement, forget(statement, parameters)),
    run: (statement, parameters) => unit.run(statement, forget(statement, parameters)),
    write: (statement, parameters) => unit.write(statement, forget(statement, parameters)),
    insert: (table, rows) => unit.insert(table, rows),
    insertNow: (table, row) => unit.insertNow(table, forget({ name: `insert ${table}` }, row)),
    upsert: (table, key, row) => unit.upsert(table, key, forget({ name: `upsert ${table}` }, row)),
    select: (build) => {
      names.add(builtQuery);
      return unit.select((db) => forgetful(build(db), (value) => swap(builtQuery, value)));
    },
  });
  return {
    database: {
      engine: database.engine,
      transaction: (work) => database.transaction((unit) => work(wrap(unit))),
      read: (work) => database.read((unit) => work(wrap(unit))),
      snapshot: (work) => database.snapshot((unit) => work(wrap(unit))),
      close: () => database.close(),
    },
    takeNames: () => {
      const taken = names;
      names = new Set();
      return taken;
    },
    plant: (next) => {
      fault = next;
    },
  };
}

/** The same query with the first value, which is the tenant, passed through `swap`. */
function forgetful<R>(query: Query<R>, swap: (value: unknown) => unknown): Query<R> {
  return {
    compile: () => {
      const compiled = query.compile();
      const [tenant, ...others] = compiled.parameters;
      return compiled.parameters.length === 0 ? compiled : { ...compiled, parameters: [swap(tenant), ...others] };
    },
    execute: () => query.execute(),
  };
}
