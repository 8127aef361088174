import type { Kysely } from 'kysely';
import type pg from 'pg';
import { DatabaseUnavailable } from './database.ts';
import { codeOf, endsConnection, translated } from './postgres-errors.ts';
import type { Schema } from './schema.ts';
import { type BoundStatement, bindInsert, bindQuery, type Engine, type Query, type Row } from './statement.ts';
import { AbstractUnit, type Unit } from './unit.ts';

const transactionAborted = '25P02';

/** Longer than a statement may take: who has not answered by then is not there. Looks at a whole store may take longer. */
const patienceMs = 12_000;

/** COMMIT was sent and the connection lost. The mark says whether it happened. */
export class CommitUnknown extends Error {
  readonly mark: string;
  readonly value: unknown;
  constructor(mark: string, value: unknown, cause: unknown) {
    super('the answer to COMMIT never came', { cause });
    this.mark = mark;
    this.value = value;
  }
}

/** What sessions on one connection, one after the other, know of it. */
export interface Connection {
  readonly client: pg.PoolClient;
  /** Set as soon as it is known that nothing more comes from it. */
  isLost: boolean;
  /** The mark of the last unit that was committed on it. */
  mark: string | null;
}

export interface SessionOptions {
  readonly isPatient?: boolean;
  /** A name that no other unit has or will have. */
  readonly newMark: () => string;
}

/**
 * One use of a connection of the pool. Statements are pipelined: sending one does not wait for the answer to
 * the one before it, so a unit costs as many round trips as its logic has waits.
 */
export class PostgresSession extends AbstractUnit {
  readonly engine: Engine = 'postgres';
  readonly #connection: Connection;
  readonly #options: SessionOptions;
  #sent: Promise<unknown>[] = [];
  #hasWritten = false;

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
    let value: T;
    try {
      value = await work(this);
    } catch (error) {
      await this.#simple('ROLLBACK').catch(() => undefined);
      throw error;
    }
    await this.#commit(value);
    return value;
  }

  /** A failure to begin fails every statement behind it too. */
  begin(text: string): void {
    this.#simple(text).catch(() => undefined);
  }

  /**
   * Whether the unit of this mark was committed. Unless its mark is there it is made void: that waits for a transaction
   * which is still under way, and one that comes even later breaks the unique rule and is undone.
   */
  async settleMark(mark: string): Promise<boolean> {
    await this.#query({ text: voidMark, values: [mark] });
    const { rows } = await this.#query({ text: findMark, values: [mark] });
    return rows[0]?.is_void === 0;
  }

  /** Gives the connection back, or away where it is of no more use. */
  release(): void {
    this.#connection.client.release(this.isLost);
  }

  protected async rows(bound: BoundStatement): Promise<Row[]> {
    return (await this.#query(bound)).rows as Row[];
  }

  protected async changes(bound: BoundStatement): Promise<number> {
    return (await this.#query(bound)).rowCount ?? 0;
  }

  protected send(bound: BoundStatement): void {
    const answer = this.#query(bound);
    answer.catch(() => undefined); // reported by #commit, which awaits it again
    this.#sent.push(answer);
  }

  protected bindInsert(table: keyof Schema, rows: readonly Row[], key?: readonly string[]): BoundStatement {
    return bindInsert('postgres', table, rows, key);
  }

  protected bindQuery<R>(build: (db: Kysely<Schema>) => Query<R>): BoundStatement {
    return bindQuery('postgres', build);
  }

  /**
   * Sends COMMIT behind what is under way and waits for all of it. A unit that has written leaves its mark,
   * so that it can be found out whether it was committed when no answer comes.
   */
  async #commit(value: unknown): Promise<void> {
    const mark = this.#hasWritten ? this.#options.newMark() : null;
    if (mark !== null) this.send({ text: makeMark, values: [mark, this.#connection.mark], name: 'makeMark' });
    const closing = this.#simple('COMMIT');
    const outcomes = await Promise.allSettled([...this.#sent, closing]);
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure !== undefined) {
      throw mark !== null && this.isLost ? new CommitUnknown(mark, value, failure.reason) : failure.reason;
    }
    const { command } = await closing;
    if (command !== 'COMMIT') throw new Error(`the commit was answered with ${command}`);
    if (mark !== null) this.#connection.mark = mark;
  }

  async #query(bound: BoundStatement): Promise<pg.QueryResult> {
    const config: pg.QueryConfig = { text: bound.text, values: bound.values as unknown[] };
    if (bound.name !== undefined) config.name = preparedName(bound.text);
    if (!bound.text.startsWith('select')) this.#hasWritten = true;
    try {
      return await this.#connection.client.query(this.#bounded(config));
    } catch (error) {
      // Behind a failed statement every other one fails too; the first failure is the cause.
      if (codeOf(error) === transactionAborted) await Promise.all(this.#sent);
      throw this.#explained(error);
    }
  }

  async #simple(text: string): Promise<pg.QueryResult> {
    try {
      return await this.#connection.client.query(this.#bounded({ text }));
    } catch (error) {
      throw this.#explained(error);
    }
  }

  #bounded(config: pg.QueryConfig): pg.QueryConfig {
    return this.#options.isPatient === true ? config : Object.assign(config, { query_timeout: patienceMs });
  }

  #explained(error: unknown): unknown {
    if (endsConnection(error)) this.#connection.isLost = true;
    const known = translated(error);
    if (!this.isLost || known instanceof DatabaseUnavailable) return known;
    return new DatabaseUnavailable('AWAY', error);
  }
}

/** A mark is needed until the answer to its COMMIT has come; the next unit of the connection takes it away. */
const makeMark =
  'WITH past AS (DELETE FROM unit_marks WHERE id = $2) INSERT INTO unit_marks (id, is_void, made_at) VALUES ($1, 0, extract(epoch FROM now())::bigint)';

const voidMark =
  'INSERT INTO unit_marks (id, is_void, made_at) VALUES ($1, 1, extract(epoch FROM now())::bigint) ON CONFLICT (id) DO NOTHING';
const findMark = 'SELECT is_void FROM unit_marks WHERE id = $1';

/** Marks of connections that have ended stay behind; a day later none is read any more. */
export const forgetMarks = 'DELETE FROM unit_marks WHERE made_at < extract(epoch FROM now())::bigint - 86400';

/** A number per text: PostgreSQL cuts names at 63 bytes, and one name must never stand for two texts. */
const preparedNames = new Map<string, string>();
function preparedName(text: string): string {
  let name = preparedNames.get(text);
  if (name === undefined) {
    name = `s${preparedNames.size}`;
    preparedNames.set(text, name);
  }
  return name;
}
