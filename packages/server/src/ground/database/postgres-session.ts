import type { Kysely } from 'kysely';
import type pg from 'pg';
import { DatabaseUnavailable } from './database.ts';
import { codeOf, endsConnection, isReadOnly, translated } from './postgres-errors.ts';
import { type Answer, changesOf, Exchange, type PreparedTexts } from './postgres-exchange.ts';
import { GatheredInserts, JoinedInserts } from './postgres-inserts.ts';
import { bindManyRows, type ColumnTypes } from './postgres-many-rows.ts';
import type { Schema } from './schema.ts';
import { type BoundStatement, bindInsert, bindQuery, type Engine, type Query, type Row } from './statement.ts';
import { AbstractUnit, type Unit } from './unit.ts';

/** What statements fail with because of one before them: the transaction is over, or their text was never prepared. */
const consequences = new Set(['25P02', '26000']);

/** Of all connections: where a text is prepared is known to each of them. */
const joined = new JoinedInserts();

/** Longer than a statement may take: who has not answered by then is not there. Looks at a whole store may take longer. */
const patienceMs = 12_000;

/** Names a unit that has written: the so-manieth of its connection. */
interface Mark {
  readonly connection: string;
  readonly unit: number;
}

/** COMMIT was sent and the connection lost. The mark says whether it happened. */
export class CommitUnknown extends Error {
  readonly mark: Mark;
  readonly value: unknown;
  constructor(mark: Mark, value: unknown, cause: unknown) {
    super('the answer to COMMIT never came', { cause });
    this.mark = mark;
    this.value = value;
  }
}

/** What sessions on one connection, one after the other, know of it. */
export interface Connection {
  readonly client: pg.PoolClient;
  /** Counts the connections of a process, from 1. */
  readonly number: number;
  /** Set as soon as it is known that nothing more comes from it. */
  isLost: boolean;
  /** Units on it so far that have written. */
  units: number;
  readonly prepared: PreparedTexts;
}

export interface SessionOptions {
  readonly isPatient?: boolean;
  /** A name that no other process has or will have. */
  readonly processName: string;
  readonly columnTypes: ColumnTypes;
}

/**
 * One use of a connection of the pool. Asking for one thing does not wait for the answer to the one before it: what is
 * asked for in one turn of the event loop is sent at its end as one, so a unit costs as many round trips as its logic
 * has waits. Inserts that follow one another are one statement.
 */
export class PostgresSession extends AbstractUnit {
  readonly engine: Engine = 'postgres';
  readonly #connection: Connection;
  readonly #options: SessionOptions;
  #next: Exchange | undefined;
  /** Inserts that go before whatever is asked for next. */
  readonly #gathered = new GatheredInserts();
  #hasWritten = false;
  /** Why the unit cannot be committed any more. */
  #failure: unknown;
  #isReadOnly = false;

  constructor(connection: Connection, options: SessionOptions) {
    super();
    this.#connection = connection;
    this.#options = options;
  }

  /** Whether the connection is gone, and with it everything that was not committed. */
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

  /** A failure to begin fails every statement behind it too. */
  begin(text: string): void {
    this.#send({ text, values: [], name: text });
  }

  /**
   * Whether the unit of this mark was committed. Unless it was the last of its connection it is made void: that waits for
   * a transaction which is still under way, and one that comes even later breaks the rule of the table and is undone.
   */
  async settleMark({ connection, unit }: Mark): Promise<boolean> {
    await this.#query({ text: voidUnit, values: [connection, unit] });
    const { rows } = await this.#query({ text: findUnit, values: [connection, unit] });
    return rows.length === 1;
  }

  /** Gives the connection back, or away where it is of no more use. */
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
   * Sends COMMIT behind what is under way and waits for it. A unit that has written leaves its mark,
   * so that it can be found out whether it was committed when no answer comes.
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

  /** Not along with what is under way: behind a statement that fails it would not be run. */
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

  /** What is asked for until this turn of the event loop ends. */
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
    if (isReadOnly(error)) this.#isReadOnly = true;
    if (this.#failure !== undefined && consequences.has(codeOf(error) ?? '')) return this.#failure;
    const known = translated(error);
    if (!this.isLost || known instanceof DatabaseUnavailable) return known;
    return new DatabaseUnavailable('AWAY', error);
  }
}

/** Only the last unit of a connection can be one whose COMMIT is not answered yet, so its mark is changed in place. */
const markUnit = `INSERT INTO unit_marks (id, is_void, made_at, last_unit)
  VALUES ($1, 0, extract(epoch FROM now())::bigint, $2)
  ON CONFLICT (id) DO UPDATE SET last_unit = excluded.last_unit, made_at = excluded.made_at`;

const voidUnit = `INSERT INTO unit_marks (id, is_void, made_at, void_unit)
  VALUES ($1, 1, extract(epoch FROM now())::bigint, $2)
  ON CONFLICT (id) DO UPDATE SET void_unit = excluded.void_unit, made_at = excluded.made_at
  WHERE unit_marks.last_unit IS DISTINCT FROM excluded.void_unit`;
const findUnit = 'SELECT 1 FROM unit_marks WHERE id = $1 AND last_unit = $2';

/** Marks of connections that have ended stay behind; a day later none is read any more. */
export const forgetMarks = 'DELETE FROM unit_marks WHERE made_at < extract(epoch FROM now())::bigint - 86400';

/** A number per text: PostgreSQL cuts names at 63 bytes, and one name must never stand for two texts. */
const preparedNames = new Map(['BEGIN', 'COMMIT', 'ROLLBACK'].map((text) => [text, text]));
function preparedName(text: string): string {
  let name = preparedNames.get(text);
  if (name === undefined) {
    name = `s${preparedNames.size}`;
    preparedNames.set(text, name);
  }
  return name;
}
