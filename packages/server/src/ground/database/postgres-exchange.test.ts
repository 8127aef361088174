import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, postgresUnavailable } from '../../../test/postgres-cluster.ts';
import { UniqueViolation } from './database.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { type Answer, Exchange, type PreparedTexts } from './postgres-exchange.ts';
import type { Value } from './statement.ts';
import type { Unit } from './unit.ts';

describe.skipIf(postgresUnavailable() !== undefined)('statements that are sent together', () => {
  let url: string;
  let client: pg.PoolClient;
  let pool: pg.Pool;
  let prepared: PreparedTexts;

  beforeAll(async () => {
    url = await createTestDatabase();
    pool = new pg.Pool({ connectionString: url, max: 1, ...({ pipeline: true } as pg.PoolConfig) });
    client = await pool.connect();
    prepared = new Map();
    await client.query('CREATE TABLE kept (id int PRIMARY KEY, text text)');
  });
  afterAll(async () => {
    client.release();
    await pool.end();
  });

  type Given = readonly [text: string, values: readonly Value[], name?: string];
  const together = (...given: readonly Given[]): Promise<PromiseSettledResult<Answer>[]> => {
    const exchange = new Exchange(client, prepared, undefined);
    const answers = given.map(
      ([text, values, name]) =>
        new Promise<Answer>((resolve, reject) => exchange.statements.push({ text, values, name, resolve, reject })),
    );
    exchange.send();
    return Promise.allSettled(answers);
  };
  const outcomes = (settled: readonly PromiseSettledResult<Answer>[]): unknown[] =>
    settled.map((one) => (one.status === 'fulfilled' ? one.value.rows : String(one.reason.message)));
  const keep: Given[0] = 'INSERT INTO kept (id, text) VALUES ($1, $2)';

  it('return each its own rows, prepared or not, the first time and later', async () => {
    for (let time = 0; time < 3; time += 1) {
      const settled = await together(
        ['SELECT $1::int AS one', [1], 'one'],
        ['SELECT $1::text AS two, NULL AS three', ['2']],
        ['SELECT $1::int AS one', [4], 'one'],
        ['SELECT 5 AS none WHERE false', [], 'none'],
      );
      expect(outcomes(settled)).toEqual([[{ one: 1 }], [{ two: '2', three: null }], [{ one: 4 }], []]);
    }
  });

  it('arrive unchanged, however long and in any script', async () => {
    const text = `${'é漢😀'.repeat(40_000)}'"\\`;
    expect(outcomes(await together(['SELECT $1::text AS text', [text]]))).toEqual([[{ text }]]);
  });

  it('are rolled back and fail together when one fails, and work again afterwards', async () => {
    const failed = outcomes(await together([keep, [1, 'a'], 'keep'], [keep, [1, 'b'], 'keep'], ['SELECT 1', [], 'n']));
    expect(failed).toEqual([[], expect.stringContaining('kept_pkey'), expect.stringContaining('kept_pkey')]);
    const after = await together(
      [keep, [1, 'c'], 'keep'],
      ['SELECT id, text FROM kept', [], 'all'],
      ['SELECT 1', [], 'n'],
    );
    expect(outcomes(after)).toEqual([[], [{ id: 1, text: 'c' }], [{ '?column?': 1 }]]);
  });

  it('can be prepared after a failed preparation', async () => {
    expect(outcomes(await together(['SELECT x FROM missing', [], 'missing']))).toEqual([
      expect.stringContaining('missing'),
    ]);
    await client.query('CREATE TABLE missing AS SELECT 7 AS x');
    expect(outcomes(await together(['SELECT x FROM missing', [], 'missing']))).toEqual([[{ x: 7 }]]);
  });

  it('fail alone when their rows cannot be parsed', async () => {
    pg.types.setTypeParser(1700, (text) => BigInt(text));
    const settled = await together(['SELECT 1.5 AS odd', []], ['SELECT 2 AS even', []]);
    pg.types.setTypeParser(1700, String);
    expect(outcomes(settled)).toEqual([expect.stringContaining('1.5'), [{ even: 2 }]]);
  });

  it('cost one round trip', async () => {
    let syncs = 0;
    const count = (): void => {
      syncs += 1;
    };
    const { connection } = client as pg.PoolClient & { connection: pg.Connection };
    connection.on('readyForQuery', count);
    await together(['SELECT 1', []], ['SELECT 2', []], ['SELECT 3', []]);
    connection.off('readyForQuery', count);
    expect(syncs).toBe(1);
  });

  describe('in a database transaction', () => {
    let database: PostgresDatabase;
    beforeAll(async () => {
      database = await PostgresDatabase.open(await createTestDatabase(), 1);
    });
    afterAll(() => database.close());

    const add = (unit: Unit, name: string): void => unit.insert('idempotency_keys', [row(name)]);
    const row = (name: string) => ({
      tenant: 1,
      key_hash: name,
      fingerprint: '',
      status: 200,
      body: '',
      created_at: '2025-01-01T00:00:00.000Z',
      expires_at: '2025-01-02T00:00:00.000Z',
    });
    const count = (unit: Unit): Promise<number> =>
      unit.select((db) => db.selectFrom('idempotency_keys').select('key_hash')).then((rows) => rows.length);

    it('leave nothing when COMMIT fails, and free the connection for the next one', async () => {
      const twice = database.transaction(async (unit) => {
        add(unit, 'a');
        add(unit, 'a');
      });
      await expect(twice).rejects.toBeInstanceOf(UniqueViolation);
      await database.transaction(async (unit) => add(unit, 'b'));
      expect(await database.read(count)).toBe(1);
    });

    it('fail a later query of the same database transaction with the first error', async () => {
      const asking = database.transaction(async (unit) => {
        add(unit, 'b');
        return count(unit);
      });
      await expect(asking).rejects.toBeInstanceOf(UniqueViolation);
      const later = database.transaction(async (unit) => {
        add(unit, 'b');
        await new Promise(setImmediate);
        await new Promise(setImmediate);
        return count(unit);
      });
      await expect(later).rejects.toBeInstanceOf(UniqueViolation);
      expect(await database.read(count)).toBe(1);
    });

    it('are rolled back when the work throws right after it wrote a duplicate', async () => {
      const refusal = new Error('refused');
      const refused = database.transaction(async (unit) => {
        add(unit, 'c');
        add(unit, 'b');
        throw refusal;
      });
      await expect(refused).rejects.toBe(refusal);
      await database.transaction(async (unit) => add(unit, 'd'));
      expect(await database.read(count)).toBe(2);
    });
  });
});
