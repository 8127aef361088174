import pg from 'pg';
import { type Answer, Exchange, type PreparedTexts } from '../../server/src/ground/database/postgres-exchange.ts';
import type { ReplayEngine } from './replay-sqlite.ts';
import type { Occasion, ReplayStatement } from './template.ts';

const int8Oid = 20;
const numericOid = 1700;

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8Oid || oid === numericOid) return (text: string) => BigInt(text);
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * PostgreSQL over a pool like the server's. The statements of a unit are pipelined like those of the server; with
 * `waits` they wait where the server needed a result before it could continue.
 */
export function openPostgresReplay(databaseUrl: string, waits: boolean): ReplayEngine {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 16,
    types,
    ...({ pipeline: true } as pg.PoolConfig),
    keepAlive: true,
    options: '-c synchronous_commit=on',
  });
  const connections = new WeakMap<pg.PoolClient, { readonly name: string; readonly prepared: PreparedTexts }>();
  let made = 0;
  pool.on('connect', (client) => {
    made += 1;
    connections.set(client, { name: `replay-${made}`, prepared: new Map() });
  });
  const send = (client: pg.PoolClient, statements: readonly ReplayStatement[], occasion: Occasion): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const connection = connections.get(client);
      if (connection === undefined) throw new Error('a connection was not announced by the pool');
      const exchange = new Exchange(client, connection.prepared, undefined);
      for (const [at, { text, name, values }] of statements.entries())
        exchange.statements.push({
          text,
          values: values(occasion, connection.name),
          name,
          reject,
          ...(at === statements.length - 1 && { resolve }),
        });
      exchange.send();
    });
  const runAll = async (statements: readonly ReplayStatement[], occasion: Occasion): Promise<void> => {
    const client = await pool.connect();
    try {
      let next: ReplayStatement[] = [];
      for (const statement of statements) {
        if (waits && statement.waitedForEarlier && next.length > 0) {
          await send(client, next, occasion);
          next = [];
        }
        next.push(statement);
      }
      const last = await send(client, next, occasion);
      if (statements.length > 1 && last.tag !== 'COMMIT') throw new Error(`the unit ended with ${last.tag}`);
    } finally {
      client.release();
    }
  };
  return {
    run: async ({ reads, unit }, occasion) => {
      for (const read of reads) await runAll([read], occasion);
      await runAll(unit, occasion);
    },
    close: () => pool.end(),
  };
}
