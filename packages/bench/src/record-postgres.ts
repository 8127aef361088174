import pg from 'pg';
import type { Trace, TracedStatement } from './record-sqlite.ts';
import type { Value } from './recording.ts';

interface Connection {
  isInUnit: boolean;
  unanswered: number;
}

interface QueryForm {
  readonly text: string;
  readonly values?: readonly Value[];
  readonly name?: string;
}

/** Watches the driver's clients, so that what is replayed is what really reached the engine. */
export function tracePostgres(): Trace {
  let traced: TracedStatement[] = [];
  const connections = new WeakMap<object, Connection>();
  const { query } = pg.Client.prototype;

  const traceQuery = function (this: pg.Client, ...given: unknown[]): unknown {
    const form = formOf(given);
    if (form === undefined) return Reflect.apply(query, this, given);
    const connection = connections.get(this) ?? { isInUnit: false, unanswered: 0 };
    connections.set(this, connection);
    if (/^begin/i.test(form.text)) connection.isInUnit = true;
    traced.push({
      text: form.text,
      values: form.values ?? [],
      ...(form.name === undefined ? {} : { name: form.name }),
      yieldsRows: true,
      readsBigInts: false,
      waitedForEarlier: connection.unanswered === 0,
      isInUnit: connection.isInUnit,
    });
    if (/^(commit|rollback)/i.test(form.text)) connection.isInUnit = false;
    connection.unanswered += 1;
    const answer: unknown = Reflect.apply(query, this, given);
    const answered = (): void => {
      connection.unanswered -= 1;
    };
    if (answer instanceof Promise) answer.then(answered, answered);
    return answer;
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

/** The forms in which the server asks: a text, or a text with values and a name. */
function formOf([first]: readonly unknown[]): QueryForm | undefined {
  if (typeof first === 'string') return { text: first };
  if (typeof first === 'object' && first !== null && 'text' in first && typeof first.text === 'string')
    return first as QueryForm;
  return undefined;
}
