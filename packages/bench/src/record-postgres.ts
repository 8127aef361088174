import pg from 'pg';
import { Exchange } from '../../server/src/ground/database/postgres-exchange.ts';
import type { Trace, TracedStatement } from './record-sqlite.ts';
import type { Value } from './recording.ts';

interface Connection {
  isInUnit: boolean;
  unanswered: number;
}

interface QueryForm {
  readonly text: string;
  readonly values: readonly Value[];
  readonly name?: string | undefined;
}

/** Records what the driver's clients send, so that the replay sends what really reached the engine. */
export function tracePostgres(): Trace {
  let traced: TracedStatement[] = [];
  const connections = new WeakMap<object, Connection>();
  const { query } = pg.Client.prototype;

  const note = (client: object, form: QueryForm): void => {
    const connection = connections.get(client) ?? { isInUnit: false, unanswered: 0 };
    connections.set(client, connection);
    if (/^begin/i.test(form.text)) connection.isInUnit = true;
    traced.push({
      text: form.text,
      values: form.values,
      ...(form.name === undefined ? {} : { name: form.name }),
      yieldsRows: true,
      readsBigInts: false,
      waitedForEarlier: connection.unanswered === 0,
      isInUnit: connection.isInUnit,
    });
    if (/^(commit|rollback)/i.test(form.text)) connection.isInUnit = false;
    connection.unanswered += 1;
  };
  const traceQuery = function (this: pg.Client, ...given: unknown[]): unknown {
    const [first] = given;
    if (!(first instanceof Exchange)) return Reflect.apply(query, this, given);
    for (const statement of first.statements) note(this, statement);
    const { callback } = first;
    first.callback = (error) => {
      const connection = connections.get(this);
      if (connection !== undefined) connection.unanswered = 0;
      callback?.(error);
    };
    return Reflect.apply(query, this, given);
  };
  Object.assign(pg.Client.prototype, { query: traceQuery });

  return {
    take: () => {
      const taken = traced;
      traced = [];
      return taken;
    },
    stop: () => void Object.assign(pg.Client.prototype, { query }),
  };
}
