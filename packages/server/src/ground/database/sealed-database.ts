import type { Kysely } from 'kysely';
import { packText } from '../packing/pack-text.ts';
import { isPacked, unpackText } from '../packing/unpack-text.ts';
import type { Database } from './database.ts';
import type { NewRow, Schema } from './schema.ts';
import { digestText, type SealedColumn, sealedColumnsOf, sealMark } from './sealed-columns.ts';
import { columnsToOpen, SealedSlot } from './sealing-plugin.ts';
import type { BoundStatement, Engine, Query, Row, Statement, Value } from './statement.ts';
import type { Unit } from './unit.ts';

/** Seals and opens text, and makes digests that need its key. */
export interface Vault {
  seal(text: string): string;
  unseal(sealed: string): string;
  digest(text: string): string;
}

/** How many recently sealed or opened texts are cached: a payment reads its own several times. */
const rememberedTexts = 4096;

export interface SealedDatabase extends Database {
  /** The same, with units that know their request. */
  readonly forRequest: (requestId: string) => Database;
}

/** The same database, which packs and seals values of sealed columns, and opens them for readers. */
export function sealedDatabase(database: Database, vault: Vault): SealedDatabase {
  const keeper = new Keeper(vault, database.packsFromMs ?? 0);
  const { engine, parallelUnits } = database;
  const sealed: Database = {
    engine,
    ...(parallelUnits !== undefined && { parallelUnits }),
    transaction: (work) => database.transaction((unit) => work(new SealedUnit(unit, keeper))),
    read: (work) => database.read((unit) => work(new SealedUnit(unit, keeper))),
    snapshot: (work) => database.snapshot((unit) => work(new SealedUnit(unit, keeper))),
    close: () => database.close(),
  };
  return {
    ...sealed,
    forRequest: (requestId) => ({
      ...sealed,
      transaction: (work) => database.transaction((unit) => work(new SealedUnit(unit, keeper, requestId))),
    }),
  };
}

class Keeper {
  readonly #vault: Vault;
  readonly #packsFromMs: number;
  readonly #opened = new Map<string, string>();

  constructor(vault: Vault, packsFromMs: number) {
    this.#vault = vault;
    this.#packsFromMs = packsFromMs;
  }

  seal(text: string, { isPersonal, isRarelyRead, isAlike }: SealedColumn): string {
    const short = isAlike === true && performance.now() >= this.#packsFromMs ? packText(text) : text;
    if (isPersonal?.(text) === false) return short;
    const sealed = `${sealMark}${this.#vault.seal(short)}`;
    if (isRarelyRead !== true) this.#remember(sealed, text);
    return sealed;
  }

  open(value: string): string {
    if (!value.startsWith(sealMark)) return unpackText(value);
    const known = this.#opened.get(value);
    if (known !== undefined) return known;
    const text = unpackText(this.#vault.unseal(value.slice(sealMark.length)));
    this.#remember(value, text);
    return text;
  }

  digest(tenant: Value | undefined, text: string): string {
    return this.#vault.digest(digestText(Number(tenant), text));
  }

  #remember(sealed: string, text: string): void {
    const [oldest] = this.#opened.size < rememberedTexts ? [] : this.#opened.keys();
    if (oldest !== undefined) this.#opened.delete(oldest);
    this.#opened.set(sealed, text);
  }

  bound(bound: BoundStatement): BoundStatement {
    const { seals } = bound;
    if (seals === undefined) return bound;
    const values = [...bound.values];
    for (const { at, column, digestOf } of seals) {
      const text = values[at];
      if (typeof text !== 'string') continue;
      values[at] = digestOf === undefined ? this.seal(text, column) : this.digest(digestOf, text);
    }
    return { ...bound, values };
  }

  /** A parameter of a query that was built for a request. Only a statement knows the tenant of its values. */
  parameter(value: unknown): unknown {
    if (!(value instanceof SealedSlot) || typeof value.value !== 'string') return value;
    if (value.isDigest) throw new Error('write a column with a digest only by a statement that has the tenant');
    return new SealedSlot(this.seal(value.value, value.column), value.column);
  }

  row<T extends keyof Schema>(table: T, given: NewRow<T>): NewRow<T> {
    const columns = sealedColumnsOf(table);
    if (columns === undefined) return given;
    const row: Row = given;
    const kept: Row = { ...row };
    for (const name in columns) {
      const column = columns[name];
      if (column === undefined) continue;
      const text = row[name];
      if (typeof text === 'string') kept[name] = this.seal(text, column);
      if (column.digest !== undefined && name in row)
        kept[column.digest] = typeof text === 'string' ? this.digest(row['tenant'], text) : null;
    }
    return kept as NewRow<T>;
  }

  rows<R>(rows: R[], columns: readonly string[]): R[] {
    for (const row of rows) {
      if (typeof row !== 'object' || row === null) continue;
      for (const column of columns) {
        const value: unknown = Reflect.get(row, column);
        if (typeof value === 'string' && (value.startsWith(sealMark) || isPacked(value)))
          Reflect.set(row, column, this.open(value));
      }
    }
    return rows;
  }
}

/** A statement that seals its parameters. It also finds out which of its result columns may be sealed. */
class SealedStatement<P, R> implements Statement<P, R> {
  readonly name: string;
  readonly row?: R;
  opens: readonly string[] | undefined;
  readonly #given: Statement<P, R>;
  readonly #keeper: Keeper;

  constructor(given: Statement<P, R>, keeper: Keeper) {
    this.name = given.name;
    this.#given = given;
    this.#keeper = keeper;
  }

  bind(engine: Engine, parameters: P): BoundStatement {
    const bound = this.#given.bind(engine, parameters);
    this.opens = bound.opens;
    return this.#keeper.bound(bound);
  }
}

class SealedUnit implements Unit {
  readonly engine: Engine;
  readonly requestId: string | undefined;
  readonly #unit: Unit;
  readonly #keeper: Keeper;

  constructor(unit: Unit, keeper: Keeper, requestId?: string) {
    this.engine = unit.engine;
    this.requestId = requestId;
    this.#unit = unit;
    this.#keeper = keeper;
  }

  async all<P, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
    const sealed = new SealedStatement(statement, this.#keeper);
    const rows = await this.#unit.all(sealed, parameters);
    return sealed.opens === undefined ? rows : this.#keeper.rows(rows, sealed.opens);
  }

  async first<P, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
    const sealed = new SealedStatement(statement, this.#keeper);
    const row = await this.#unit.first(sealed, parameters);
    if (row !== undefined && sealed.opens !== undefined) this.#keeper.rows([row], sealed.opens);
    return row;
  }

  run<P>(statement: Statement<P, unknown>, parameters: P): Promise<number> {
    return this.#unit.run(new SealedStatement(statement, this.#keeper), parameters);
  }

  write<P>(statement: Statement<P, unknown>, parameters: P): void {
    this.#unit.write(new SealedStatement(statement, this.#keeper), parameters);
  }

  insert<T extends keyof Schema>(table: T, rows: readonly NewRow<T>[]): void {
    this.#unit.insert(
      table,
      rows.map((row) => this.#keeper.row(table, row)),
    );
  }

  insertNow<T extends keyof Schema>(table: T, row: NewRow<T>): Promise<number> {
    return this.#unit.insertNow(table, this.#keeper.row(table, row));
  }

  upsert<T extends keyof Schema>(table: T, key: readonly (keyof Schema[T] & string)[], row: NewRow<T>): void {
    this.#unit.upsert(table, key, this.#keeper.row(table, row));
  }

  async select<R>(build: (db: Kysely<Schema>) => Query<R>): Promise<R[]> {
    let opens: readonly string[] | undefined;
    const rows = await this.#unit.select((db) => {
      const query = build(db);
      return {
        compile: () => {
          const compiled = query.compile();
          opens = columnsToOpen(compiled.query);
          if (opens === undefined) return compiled;
          return { ...compiled, parameters: compiled.parameters.map((value) => this.#keeper.parameter(value)) };
        },
        execute: () => query.execute(),
      };
    });
    return opens === undefined ? rows : this.#keeper.rows(rows, opens);
  }
}
