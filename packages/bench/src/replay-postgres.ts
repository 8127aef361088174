import pg from 'pg';
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
 * PostgreSQL over a pool like the server's. The statements of a unit are sent without waiting for one
 * another; with `waits` they wait where the server, which needs an answer to go on, had waited.
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
  const runAll = async (statements: readonly ReplayStatement[], occasion: Occasion): Promise<void> => {
    const client = await pool.connect();
    try {
      let last: pg.QueryResult | undefined;
      let sent: Promise<pg.QueryResult>[] = [];
      for (const statement of statements) {
        if (waits && statement.waitedForEarlier) {
          last = (await Promise.all(sent)).at(-1);
          sent = [];
        }
        sent.push(client.query(configOf(statement, occasion)));
      }
      last = (await Promise.all(sent)).at(-1) ?? last;
      if (statements.length > 1 && last?.command !== 'COMMIT') throw new Error(`the unit ended with ${last?.command}`);
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

function configOf(statement: ReplayStatement, occasion: Occasion): pg.QueryConfig {
  const config: pg.QueryConfig = { text: statement.text, values: statement.values(occasion) };
  if (statement.name !== undefined) config.name = statement.name;
  return config;
}
