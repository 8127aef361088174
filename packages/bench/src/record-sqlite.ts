import { DatabaseSync, StatementSync } from 'node:sqlite';
import type { RecordedStatement, Value } from './recording.ts';

/** Statements in the order of the driver; `isInUnit` distinguishes the writing connection from the reading one. */
export interface TracedStatement extends RecordedStatement {
  readonly isInUnit: boolean;
}

export interface Trace {
  /** The statements since the last call. */
  take(): TracedStatement[];
  stop(): void;
}

/** Traces node:sqlite itself, so that the replay runs what really reached the engine. */
export function traceSqlite(): Trace {
  let traced: TracedStatement[] = [];
  const owners = new WeakMap<StatementSync, DatabaseSync>();
  const bigInts = new WeakSet<StatementSync>();
  const { exec, prepare } = DatabaseSync.prototype;
  const { all, get, run, setReadBigInts } = StatementSync.prototype;

  const note = (statement: StatementSync, values: readonly unknown[], yieldsRows: boolean): void => {
    traced.push({
      text: statement.sourceSQL,
      values: values as Value[],
      name: statement.sourceSQL,
      yieldsRows,
      readsBigInts: bigInts.has(statement),
      waitedForEarlier: true,
      isInUnit: owners.get(statement)?.isTransaction ?? false,
    });
  };
  DatabaseSync.prototype.exec = function (text) {
    const isInUnit = /^begin/i.test(text) || this.isTransaction;
    traced.push({ text, values: [], yieldsRows: false, readsBigInts: false, waitedForEarlier: true, isInUnit });
    exec.call(this, text);
  };
  DatabaseSync.prototype.prepare = function (text, ...more) {
    const statement = prepare.call(this, text, ...more);
    owners.set(statement, this);
    return statement;
  };
  StatementSync.prototype.setReadBigInts = function (reads) {
    if (reads) bigInts.add(this);
    setReadBigInts.call(this, reads);
  };
  StatementSync.prototype.all = function (...values) {
    note(this, values, true);
    return Reflect.apply(all, this, values);
  };
  StatementSync.prototype.get = function (...values) {
    note(this, values, true);
    return Reflect.apply(get, this, values);
  };
  StatementSync.prototype.run = function (...values) {
    note(this, values, false);
    return Reflect.apply(run, this, values);
  };

  return {
    take: () => {
      const taken = traced;
      traced = [];
      return taken;
    },
    stop: () => {
      Object.assign(DatabaseSync.prototype, { exec, prepare });
      Object.assign(StatementSync.prototype, { all, get, run, setReadBigInts });
    },
  };
}
