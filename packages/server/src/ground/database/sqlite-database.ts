import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, type DatabaseLoad, DatabaseUnavailable } from './database.ts';
import { holdFiles } from './held-files.ts';
import { migrateSqlite, requireCurrentSqlite } from './migrate.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { isBusy, translated } from './sqlite-errors.ts';
import { openReader, openWriter } from './sqlite-handles.ts';
import type { Engine } from './statement.ts';
import type { Unit } from './unit.ts';

interface Job {
  readonly work: (unit: Unit) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** The most units that share one commit. It limits how long the first of them waits. */
const groupSize = 128;

/** How many groups use savepoints after a group had to run again, so that frequent refusals cost other units little. */
const groupsAfterFailure = 64;

/** How long to wait for another process that writes, and how often to check whether it has ended. */
const writerPatienceMs = 5_000;
const writerPauseMs = 5;

/** Resolves or rejects the promise of a unit. */
type Answer = () => void;

/**
 * The embedded store: one file in WAL mode, every commit flushed to disk. Units that wait at the same time share one
 * commit and are answered only after it (group commit). If one of them fails, the others still take effect.
 */
export class SqliteDatabase implements Database {
  readonly engine: Engine = 'sqlite';
  /** A commit for as many is hardly dearer than for one. */
  readonly parallelUnits = 32;
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection | null;
  /** Prepared, since every unit runs them. */
  readonly #begin: StatementSync;
  readonly #release: StatementSync;
  readonly #queue: Job[] = [];
  #draining: Promise<void> | null = null;
  /**
   * The connection of the last snapshot, kept for the next one: SQLite reads the whole schema for each new connection.
   */
  #spare: SqliteConnection | null = null;
  #groupsWithSavepoints = 0;
  /** Another process holds the writer, and has held it for longer than a unit waits. */
  #isTaken = false;
  #isClosed = false;

  readonly #file: string;
  readonly #requireFiles: () => void;
  readonly #onCommit: (ms: number) => void;

  private constructor(
    file: string,
    writer: DatabaseSync,
    reader: DatabaseSync | null,
    onCommit: (ms: number) => void = () => undefined,
  ) {
    this.#file = file;
    this.#onCommit = onCommit;
    this.#requireFiles = holdFiles(file, reader);
    this.#writer = new SqliteConnection(writer, this.#requireFiles);
    this.#begin = writer.prepare('SAVEPOINT unit');
    this.#release = writer.prepare('RELEASE unit');
    this.#reader = reader === null ? null : new SqliteConnection(reader, this.#requireFiles);
  }

  /**
   * Opens or creates the store at `file`; `':memory:'` keeps it in memory until the process ends. `onCommit` gets the
   * duration of each commit, during which the process does nothing else.
   */
  static open(file: string, onCommit?: (ms: number) => void): SqliteDatabase {
    const writer = openWriter(file, migrateSqlite);
    return new SqliteDatabase(file, writer, file === ':memory:' ? null : openReader(file), onCommit);
  }

  /** Opens a store that a live server uses. So its schema is not migrated. */
  static openBesideServer(file: string): SqliteDatabase {
    return new SqliteDatabase(file, openWriter(file, requireCurrentSqlite), openReader(file));
  }

  /** Opens an existing store read-only: nothing in it is changed, and a live server continues. */
  static openForReading(file: string): SqliteDatabase {
    const reader = openReader(file);
    try {
      requireCurrentSqlite(reader);
    } catch (error) {
      reader.close();
      throw error;
    }
    return new SqliteDatabase(file, openReader(file), reader);
  }

  transaction<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new DatabaseUnavailable('AWAY', 'it was closed'));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
    this.#draining ??= this.#drain();
    return promise;
  }

  read<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    return this.#reader === null ? this.transaction(work) : work(this.#reader);
  }

  async snapshot<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    if (this.#reader === null) return this.transaction(work);
    const connection = this.#spare ?? new SqliteConnection(openReader(this.#file), this.#requireFiles);
    this.#spare = null;
    const { handle } = connection;
    try {
      handle.exec('BEGIN');
      return await work(connection);
    } finally {
      if (handle.isTransaction) handle.exec('ROLLBACK');
      if (this.#spare === null && !this.#isClosed) this.#spare = connection;
      else handle.close();
    }
  }

  load(): DatabaseLoad {
    const busyConnections = this.#draining === null ? 0 : 1;
    const all = this.#reader === null ? 1 : 2;
    return { busyConnections, idleConnections: all - busyConnections, waiting: this.#queue.length };
  }

  async close(): Promise<void> {
    await this.#draining;
    this.#isClosed = true;
    this.#spare?.handle.close();
    this.#reader?.handle.close();
    this.#writer.handle.close();
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#gather();
      await this.#commitGroup(this.#queue.splice(0, groupSize));
    }
    this.#draining = null;
  }

  /** Waits while each turn of the event loop adds units, so that simultaneous requests share one commit. */
  async #gather(): Promise<void> {
    for (let seen = 0; seen < Math.min(this.#queue.length, groupSize); ) {
      seen = this.#queue.length;
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  async #commitGroup(jobs: readonly Job[]): Promise<void> {
    const { handle } = this.#writer;
    let answers: readonly Answer[];
    try {
      await this.#takeWriter();
      answers = await this.#runGroup(jobs);
      this.#requireFiles();
      const startedMs = performance.now();
      handle.exec('COMMIT');
      this.#onCommit(performance.now() - startedMs);
    } catch (error) {
      // First, since nobody else answers them if the store cannot be used any more.
      for (const job of jobs) job.reject(translated(error));
      this.#undo('ROLLBACK');
      return;
    }
    for (const answer of answers) answer();
  }

  /** With savepoints if units have failed recently, otherwise without, until one fails. */
  async #runGroup(jobs: readonly Job[]): Promise<readonly Answer[]> {
    if (this.#groupsWithSavepoints === 0) {
      const answers = await this.#runTogether(jobs);
      if (answers !== undefined) return answers;
      this.#groupsWithSavepoints = groupsAfterFailure;
      await this.#beginAgain();
    }
    this.#groupsWithSavepoints -= 1;
    const answers: Answer[] = [];
    for (const job of jobs) answers.push(await this.#runInSavepoint(job));
    return answers;
  }

  /**
   * Runs a group without savepoints: for a savepoint SQLite copies each page before the unit changes it, and most units
   * never fail. A failed unit that has written nothing needs no undo, and before the first write of the group nothing
   * is lost by a rollback. Otherwise the group must run again, and this returns `undefined`.
   */
  async #runTogether(jobs: readonly Job[]): Promise<readonly Answer[] | undefined> {
    const writer = this.#writer;
    const answers: Answer[] = [];
    let start = writer.writes;
    for (const job of jobs) {
      const before = writer.writes;
      const answer = await this.#answerOf(job);
      if (!answer.isUndone || writer.writes === before) answers.push(answer.tell);
      else if (before === start) {
        await this.#beginAgain();
        start = writer.writes;
        answers.push(answer.tell);
      } else return undefined;
    }
    return answers;
  }

  async #beginAgain(): Promise<void> {
    this.#writer.handle.exec('ROLLBACK');
    await this.#takeWriter();
  }

  /**
   * Another process may hold the writer for any time. SQLite would wait for it inside a call and block this process.
   * After one wait without success, units are refused at once until the writer is free.
   */
  async #takeWriter(): Promise<void> {
    const givesUpAt = performance.now() + (this.#isTaken ? 0 : writerPatienceMs);
    for (;;) {
      try {
        this.#writer.handle.exec('BEGIN IMMEDIATE');
        this.#isTaken = false;
        return;
      } catch (error) {
        this.#isTaken = isBusy(error) && performance.now() >= givesUpAt;
        if (this.#isTaken || !isBusy(error)) throw error;
      }
      await delay(writerPauseMs);
    }
  }

  async #runInSavepoint(job: Job): Promise<Answer> {
    this.#begin.run();
    const { isUndone, tell } = await this.#answerOf(job);
    if (isUndone) this.#undo('ROLLBACK TO unit; RELEASE unit');
    else this.#release.run();
    return tell;
  }

  /** A refusal may depend on an earlier unit of the same group, so it too waits for the commit. */
  async #answerOf(job: Job): Promise<{ readonly isUndone: boolean; readonly tell: Answer }> {
    try {
      const value = await job.work(this.#writer);
      return { isUndone: false, tell: () => job.resolve(value) };
    } catch (error) {
      // When the disk is full, SQLite may roll back the whole group by itself. Then none of it was done.
      if (!this.#writer.handle.isTransaction) throw error;
      return { isUndone: true, tell: () => job.reject(translated(error)) };
    }
  }

  /** Fails only if SQLite can no longer be used. Does nothing if it has already rolled back. */
  #undo(text: string): void {
    if (this.#writer.handle.isTransaction) this.#writer.handle.exec(text);
  }
}
