import { type Database, DatabaseUnavailable } from '../src/ground/database/database.ts';
import type { Schema } from '../src/ground/database/schema.ts';
import type { BoundStatement, Statement } from '../src/ground/database/statement.ts';
import type { Unit } from '../src/ground/database/unit.ts';

/** The fault of the database: the text of one statement, or rows that are never written or cannot be. */
export interface Fault {
  readonly statement?: string;
  readonly rewrite?: (text: string) => string;
  readonly drops?: keyof Schema;
  /** The database is away for units that insert into this table. */
  readonly refuses?: keyof Schema;
}

/** A database with a planted fault, to show that a check can fail. */
export function faultyDatabase(database: Database, fault: Fault): Database {
  return {
    engine: database.engine,
    transaction: (work) => database.transaction((unit) => work(faultyUnit(unit, fault))),
    read: (work) => database.read(work),
    snapshot: (work) => database.snapshot(work),
    close: () => database.close(),
  };
}

function faultyUnit(unit: Unit, { statement, rewrite = (text) => text, drops, refuses }: Fault): Unit {
  const rewritten = <P, R>(given: Statement<P, R>): Statement<P, R> => {
    if (given.name !== statement) return given;
    const name = `faulty ${given.name}`;
    return {
      name,
      bind: (engine, parameters) => {
        const bound = given.bind(engine, parameters);
        const text = rewrite(bound.text);
        if (text === bound.text) throw new Error(`there is nothing to rewrite in ${bound.text}`);
        return { ...bound, text, name };
      },
    };
  };
  const isDropped = ({ text }: BoundStatement): boolean =>
    drops !== undefined && text.trimStart().startsWith(`insert into ${drops}\n`);
  return {
    engine: unit.engine,
    all: (given, parameters) => unit.all(rewritten(given), parameters),
    first: (given, parameters) => unit.first(rewritten(given), parameters),
    run: (given, parameters) => unit.run(rewritten(given), parameters),
    write: (given, parameters) => {
      if (!isDropped(given.bind(unit.engine, parameters))) unit.write(rewritten(given), parameters);
    },
    insert: (table, rows) => {
      if (table === refuses) throw new DatabaseUnavailable('AWAY', table);
      if (table !== drops) unit.insert(table, rows);
    },
    insertNow: (table, row) => unit.insertNow(table, row),
    upsert: (table, key, row) => unit.upsert(table, key, row),
    select: (build) => unit.select(build),
  };
}
