import type { Kysely } from 'kysely';
import type pg from 'pg';
import { DatabaseUnavailable } from './database.ts';
import { codeOf, endsConnection, isReadOnly, isSilence, translated } from './postgres-errors.ts';
import { type Answer, changesOf, Exchange, type PreparedTexts } from './postgres-exchange.ts';
import { GatheredInserts, JoinedInserts } from './postgres-inserts.ts';
import { bindManyRows, type ColumnTypes } from './postgres-many-rows.ts';
import type { Primary } from './postgres-primary.ts';
import type { Schema } from './schema.ts';
import { type BoundStatement, bindInsert, bindQuery, type Engine, type Query, type Row } from './statement.ts';
import { AbstractUnit, type Unit } from './unit.ts';

/** Codes of failures that an earlier statement caused: the transaction is over, or the text was never prepared. */
const consequences = new Set(['25P02', '26000']);

/** Shared by all connections. Each connection knows which texts it has prepared. */
const joined = new JoinedInserts();

/** Longer than a statement may take: by then the connection is lost. Reads of a whole store may take longer. */
const patienceMs = 12_000;

/** Identifies a unit that has written by its number on its connection. */
interface Mark {
  readonly connection: string;
  readonly unit: number;
}

/** COMMIT was sent and the connection was lost. The mark says whether the unit has committed. */
export class CommitUnknown extends Error {
  readonly mark: Mark;
  readonly value: unknown;
  constructor(mark: Mark, value: unknown, cause: unknown) {
    super('there was no answer to COMMIT', { cause });
    this.mark = mark;
    this.value = value;
  }
}

/** The state of a connection across its sessions. */
export interface Connection {
  readonly client: pg.PoolClient;
  /** Counts the connections of a process, from 1. */
  readonly number: number;
  /** Set once it is known that the connection has ended. */
  isLost: boolean;
  /** Where it leads; `undefined` until that was asked. */
  primary?: Primary;
  /** The number of units on it that have written. */
  units: number;
  readonly prepared: PreparedTexts;
}

export interface SessionOptions {
  readonly isPatient?: boolean;
  /** A name that is unique to this process. */
  readonly processName: string;
  readonly columnTypes: ColumnTypes;
  /** Called when the connection has fallen silent. */
  readonly onSilence: () => void;
}

/**
 * One use of a connection of the pool. Statements do not wait for the answers of earlier ones: those of one turn of the
 * event loop are sent together at its end, so a unit costs as many round trips as its logic awaits. Consecutive inserts
 * are one statement.
 */
export class PostgresSession extends AbstractUnit {
  readonly engine: Engine = 'postgres';
  readonly #connection: Connection;
  readonly #options: SessionOptions;
  #next: Exchange | undefined;
  /** Inserts that are sent before the next statement. */
  readonly #gathered = new GatheredInserts();
  #hasWritten = false;
  /** Why the unit can no longer be committed. */
  #failure: unknown;
  #isReadOnly = false;

  constructor(connection: Connection, options: SessionOptions) {
    super();
    this.#connection = connection;
    this.#options = options;
  }

  /** Whether the connection is gone, and with it everything uncommitted. */
  get isLost(): boolean {
    return this.#connection.isLost;
  }

  /** Runs `work` between BEGIN and COMMIT. */
  async unit<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    this.begin('BEGIN');
    try {
      const value = await work(this);
      await this.#commit(value);
      return value;
    } catch (error) {
      if (!this.isLost) await this.#rollBack();
      throw error;
    }
  }

  /** If this fails, all later statements fail too. */
  begin(text: string): void {
    this.#send({ text, values: [], name: text });
  }

  /**
   * Whether the unit of this mark was committed. Unless it was the last one of its connection, the mark is made void
   * first. That waits for a transaction in progress; a later commit violates the table's constraint and is rolled back.
   */
  async settleMark({ connection, unit }: Mark): Promise<boolean> {
    await this.#query({ text: voidUnit, values: [connection, unit] });
    const { rows } = await this.#query({ text: findUnit, values: [connection, unit] });
    return rows.length === 1;
  }

  /** Returns the connection to the pool, or closes it if it is no longer usable. */
  release(): void {
    this.#flush();
    this.#connection.client.release(this.isLost || this.#isReadOnly);
  }

  protected async rows(bound: BoundStatement): Promise<Row[]> {
    return (await this.#query(bound)).rows;
  }

  protected async changes(bound: BoundStatement): Promise<number> {
    return changesOf(await this.#query(bound));
  }

  protected send(bound: BoundStatement): void {
    this.#hasWritten = true;
    if (bound.order === 'ALONG') this.#gatherBound(bound);
    else if (bound.order === 'AHEAD') this.#add(bound, undefined, undefined);
    else this.#send(bound);
  }

  #gatherBound(bound: BoundStatement): void {
    if (this.#gathered.addBound(bound)) return;
    this.#askGathered([]);
    this.#gathered.addBound(bound);
  }

  protected override gather(table: keyof Schema, rows: readonly Row[]): void {
    this.#hasWritten = true;
    if (!this.#gathered.add(table, rows)) this.#send(bindManyRows(table, rows, this.#options.columnTypes));
  }

  protected bindInsert(table: keyof Schema, rows: readonly Row[], key?: readonly string[]): BoundStatement {
    return bindInsert('postgres', table, rows, key);
  }

  protected bindQuery<R>(build: (db: Kysely<Schema>) => Query<R>): BoundStatement {
    return bindQuery('postgres', build);
  }

  /**
   * Sends COMMIT after the earlier statements and waits for it. A unit that has written leaves its mark, so that its
   * outcome can be read if there is no answer.
   */
  async #commit(value: unknown): Promise<void> {
    const mark = this.#hasWritten ? this.#mark() : null;
    try {
      const { tag } = await this.#query({ text: 'COMMIT', values: [], name: 'COMMIT' });
      if (tag !== 'COMMIT') throw this.#failure ?? new Error(`the commit was answered with ${tag}`);
    } catch (error) {
      throw mark !== null && this.isLost ? new CommitUnknown(mark, value, error) : error;
    }
  }

  #mark(): Mark {
    const connection = this.#connection;
    connection.units += 1;
    const mark = { connection: `${this.#options.processName}-${connection.number}`, unit: connection.units };
    this.#askGathered([{ text: markUnit, values: [mark.connection, mark.unit], name: 'markUnit' }]);
    return mark;
  }

  /** In its own exchange: after a failed statement of the same one it would not run. */
  async #rollBack(): Promise<void> {
    this.#gathered.take();
    this.#flush();
    await this.#query({ text: 'ROLLBACK', values: [], name: 'ROLLBACK' }).catch(() => undefined);
  }

  #query(bound: BoundStatement): Promise<Answer> {
    if (!bound.text.startsWith('select')) this.#hasWritten = true;
    return new Promise((resolve, reject) => {
      this.#ask(bound, resolve, reject);
    });
  }

  #send(bound: BoundStatement): void {
    this.#ask(bound, undefined, undefined);
  }

  #ask(
    bound: BoundStatement,
    resolve: ((answer: Answer) => void) | undefined,
    reject: ((error: unknown) => void) | undefined,
  ): void {
    this.#askGathered([]);
    this.#add(bound, resolve, reject);
  }

  #askGathered(more: readonly BoundStatement[]): void {
    const inserts = [...this.#gathered.take(), ...more];
    for (const insert of joined.asOne(inserts)) this.#add(insert, undefined, undefined);
  }

  #add(
    { text, values, name }: BoundStatement,
    resolve: ((answer: Answer) => void) | undefined,
    reject: ((error: unknown) => void) | undefined,
  ): void {
    const asked = {
      text,
      values,
      name: name === undefined ? undefined : preparedName(text),
      ...(resolve && { resolve }),
      reject: (error: unknown) => {
        const cause = this.#explained(error);
        this.#failure ??= cause;
        reject?.(cause);
      },
    };
    this.#exchange().statements.push(asked);
  }

  /** The statements until the end of this turn of the event loop. */
  #exchange(): Exchange {
    if (this.#next !== undefined) return this.#next;
    const { client, prepared } = this.#connection;
    const next = new Exchange(client, prepared, this.#options.isPatient === true ? undefined : patienceMs);
    this.#next = next;
    process.nextTick(() => {
      if (this.#next === next) this.#flush();
    });
    return next;
  }

  #flush(): void {
    const next = this.#next;
    this.#next = undefined;
    next?.send();
  }

  #explained(error: unknown): unknown {
    if (endsConnection(error)) this.#connection.isLost = true;
    if (isSilence(error)) this.#options.onSilence();
    if (isReadOnly(error)) this.#isReadOnly = true;
    if (this.#failure !== undefined && consequences.has(codeOf(error) ?? '')) return this.#failure;
    const known = translated(error);
    if (!this.isLost || known instanceof DatabaseUnavailable) return known;
    return new DatabaseUnavailable('AWAY', error);
  }
}

/** Only the last unit of a connection can have an unanswered COMMIT, so its mark is updated in place. */
const markUnit = `INSERT INTO unit_marks (id, is_void, made_at, last_unit)
  VALUES ($1, 0, extract(epoch FROM now())::bigint, $2)
  ON CONFLICT (id) DO UPDATE SET last_unit = excluded.last_unit, made_at = excluded.made_at`;

const voidUnit = `INSERT INTO unit_marks (id, is_void, made_at, void_unit)
  VALUES ($1, 1, extract(epoch FROM now())::bigint, $2)
  ON CONFLICT (id) DO UPDATE SET void_unit = excluded.void_unit, made_at = excluded.made_at
  WHERE unit_marks.last_unit IS DISTINCT FROM excluded.void_unit`;
const findUnit = 'SELECT 1 FROM unit_marks WHERE id = $1 AND last_unit = $2';

/** Marks of ended connections stay behind. After a day they are not read any more. */
export const deleteOldMarks = 'DELETE FROM unit_marks WHERE made_at < extract(epoch FROM now())::bigint - 86400';

/** One number per text: PostgreSQL truncates names at 63 bytes, and no name may stand for two texts. */
const preparedNames = new Map(['BEGIN', 'COMMIT', 'ROLLBACK'].map((text) => [text, text]));
function preparedName(text: string): string {
  let name = preparedNames.get(text);
  if (name === undefined) {
    name = `s${preparedNames.size}`;
    preparedNames.set(text, name);
  }
  return name;
}
