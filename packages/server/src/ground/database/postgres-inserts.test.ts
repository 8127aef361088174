import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, postgresUnavailable } from '../../../test/postgres-cluster.ts';
import { setTimer } from '../../engines/due-work/timers.ts';
import { instantOf } from '../clock/instant.ts';
import { UniqueViolation } from './database.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { GatheredInserts, JoinedInserts } from './postgres-inserts.ts';
import { bindManyRows } from './postgres-many-rows.ts';
import { type Row, rawQuery } from './statement.ts';
import type { Unit } from './unit.ts';

describe('consecutive inserts', () => {
  const part = (table: string, ...values: string[]) => ({
    text: `insert into ${table} (a, b) values ($1, $2)`,
    values,
    name: table,
  });

  it('become one statement with all their values in order', () => {
    const [one, ...none] = new JoinedInserts().asOne([part('x', '1', '2'), part('y', '3', '4'), part('x', '5', '6')]);
    expect(none).toEqual([]);
    expect(one?.text).toBe(
      'with part0 as (insert into x (a, b) values ($1, $2)), part1 as (insert into y (a, b) values ($3, $4)) insert into x (a, b) values ($5, $6)',
    );
    expect(one?.values).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('stay separate when there are more than 16, or too many shapes to prepare', () => {
    const joined = new JoinedInserts();
    const many = Array.from({ length: 17 }, () => part('x', '1', '2'));
    expect(joined.asOne(many)).toEqual(many);
    const ofOneTable = Array.from({ length: 30 }, (_, at) => [part('log', '1', '2'), part(`t${at}`, '3', '4')]);
    expect(ofOneTable.map((parts) => joined.asOne(parts).length)).toEqual([...Array(24).fill(1), ...Array(6).fill(2)]);
    const ofMany = Array.from({ length: 200 }, (_, at) => [part(`t${at}`, '1', '2'), part('x', '3', '4')]);
    expect(ofMany.filter((parts) => joined.asOne(parts).length === 1)).toHaveLength(160 - 24);
    expect(joined.asOne(ofMany[0] ?? [])).toHaveLength(1);
  });

  it('are not remembered where they stay separate, even 5,000 of them', () => {
    const joined = new JoinedInserts();
    for (let at = 0; at < 5_000; at += 1) joined.asOne([part('log', '1', '2'), part(`t${at}`, '3', '4')]);
    expect(joined.places).toBe(25);
  });
});

describe('inserts that wait to be sent', () => {
  const row = (id: string): Row => ({ tenant: 1, id });

  it('are merged per table while it has few enough rows', () => {
    const gathered = new GatheredInserts();
    expect(gathered.add('events', [row('a')])).toBe(true);
    expect(gathered.add('deliveries', [row('b')])).toBe(true);
    expect(gathered.add('events', [row('c'), row('d')])).toBe(true);
    expect(gathered.add('events', [{ id: 'e' }])).toBe(true);
    expect(
      gathered.add(
        'events',
        Array.from({ length: 4 }, () => row('f')),
      ),
    ).toBe(true);
    expect(
      gathered.add(
        'events',
        Array.from({ length: 7 }, () => row('g')),
      ),
    ).toBe(false);
    expect(gathered.take().map(({ values }) => values)).toEqual([
      [1, 'a', 1, 'c', 1, 'd'],
      [1, 'b'],
      ['e'],
      [1, 'f', 1, 'f', 1, 'f', 1, 'f'],
    ]);
    expect(gathered.take()).toEqual([]);
  });
});

describe('a statement sent along with inserts', () => {
  const appended = (id: string) => ({ text: 'insert into deliveries select $1', values: [id] });
  const replaced = (id: string) => ({
    text: 'insert into timers values ($1) on conflict (id) do nothing',
    values: [id],
  });

  it('keeps its place between them', () => {
    const gathered = new GatheredInserts();
    gathered.add('events', [{ tenant: 1, id: 'a' }]);
    expect(gathered.addBound(appended('b'))).toBe(true);
    gathered.add('quotes', [{ tenant: 1, id: 'c' }]);
    expect(gathered.addBound(appended('d'))).toBe(true);
    expect(gathered.take().map(({ values }) => values.at(-1))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('waits for the previous one when both may replace the same row', () => {
    const gathered = new GatheredInserts();
    expect([gathered.addBound(replaced('a')), gathered.addBound(replaced('b'))]).toEqual([true, false]);
    expect(gathered.take().map(({ values }) => values)).toEqual([['a']]);
    expect(gathered.addBound(replaced('b'))).toBe(true);
  });
});

describe.skipIf(postgresUnavailable() !== undefined)('inserts of a database transaction on PostgreSQL', () => {
  let database: PostgresDatabase;
  beforeAll(async () => {
    database = await PostgresDatabase.open(await createTestDatabase(), 1);
  });
  afterAll(() => database.close());

  const keep = (unit: Unit, ...names: string[]): void =>
    unit.insert(
      'idempotency_keys',
      names.map((key_hash) => ({
        tenant: 1,
        key_hash,
        fingerprint: '',
        status: 200,
        body: '',
        created_at: '2025-01-01T00:00:00.000Z',
        expires_at: '2025-01-02T00:00:00.000Z',
      })),
    );
  const names = async (unit: Unit): Promise<string[]> =>
    (await unit.select((db) => db.selectFrom('idempotency_keys').select('key_hash').orderBy('key_hash'))).map(
      ({ key_hash }) => key_hash,
    );

  /** The number of inserts that PostgreSQL was sent, including those that were rolled back. */
  const sentRows = async (): Promise<bigint | undefined> => {
    const flush = sql<object>`select pg_stat_force_next_flush()::text`;
    const count = sql<{ sent: bigint }>`select pg_stat_get_tuples_inserted('idempotency_keys'::regclass) as sent`;
    await database.read((unit) => unit.select((db) => rawQuery(flush, db)));
    return (await database.read((unit) => unit.select((db) => rawQuery(count, db))))[0]?.sent;
  };

  it('are visible to later reads and writes of the same database transaction', async () => {
    const seen = await database.transaction(async (unit) => {
      keep(unit, 'a');
      keep(unit, 'b', 'c');
      const first = await names(unit);
      keep(unit, 'd');
      const changed = await unit.insertNow('idempotency_keys', {
        tenant: 2,
        key_hash: 'e',
        fingerprint: '',
        status: 200,
        body: '',
        created_at: '2025-01-01T00:00:00.000Z',
        expires_at: '2025-01-02T00:00:00.000Z',
      });
      return [first, changed, await names(unit)];
    });
    expect(seen).toEqual([['a', 'b', 'c'], 1, ['a', 'b', 'c', 'd', 'e']]);
    expect(await database.read(names)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('replace the same row repeatedly, and the last value stays', async () => {
    const dueMs = async (unit: Unit) =>
      (await unit.select((db) => db.selectFrom('timers').select('due_ms').where('id', '=', 'twice'))).map((row) =>
        Number(row.due_ms),
      );
    const timer = { tenant: 1, kind: 'transactions', id: 'twice' };
    const seen = await database.transaction(async (unit) => {
      for (const ms of [1_000, 2_000, 3_000]) setTimer(unit, timer, instantOf(ms));
      return dueMs(unit);
    });
    expect([seen, await database.read(dueMs)]).toEqual([[3_000], [3_000]]);
  });

  it('reject a duplicate key with UniqueViolation, naming the rule, and leave nothing', async () => {
    const before = await database.read(names);
    const broken = database.transaction(async (unit) => {
      keep(unit, 'f');
      keep(unit, 'g');
      keep(unit, 'f');
    });
    await expect(broken).rejects.toMatchObject({ rule: expect.stringContaining('idempotency_keys') });
    await expect(broken).rejects.toBeInstanceOf(UniqueViolation);
    expect(await database.read(names)).toEqual(before);
  });

  it('do not hide the error of a database transaction that throws', async () => {
    const refusal = new Error('refused');
    const ended = (isRefused: boolean, name: string): Promise<void> =>
      database.transaction(async (unit) => {
        await names(unit);
        keep(unit, name);
        if (isRefused) throw refusal;
      });
    const before = await sentRows();
    await expect(ended(true, 'refused')).rejects.toBe(refusal);
    expect(await sentRows()).toBe(before);
    await ended(false, 'kept');
    expect(await sentRows()).toBe((before ?? 0n) + 1n);
  });

  it('store every value unchanged when there are many rows', async () => {
    const odd = [
      '\u0001\t\n\\ "quoted" \\ud83d',
      'Zoë & 東京 🙂',
      '',
      '{"a":[1]}',
      '\\u0000',
      "it's",
      'NULL',
      '{a,"b"}\\',
      'ä'.repeat(3_000),
    ];
    const rows = odd.map((body, at) => ({
      tenant: 3,
      key_hash: `many ${at}`,
      fingerprint: body,
      status: 200 + at,
      body: `sealed:${body}`,
      created_at: '2025-01-01T00:00:00.123Z',
      expires_at: '2025-01-02T00:00:00.000Z',
    }));
    await database.transaction(async (unit) => unit.insert('idempotency_keys', rows));
    const kept = await database.read((unit) =>
      unit.select((db) => db.selectFrom('idempotency_keys').selectAll().where('tenant', '=', 3).orderBy('key_hash')),
    );
    expect(kept).toEqual(rows);
  });

  it('throw on a column that the store does not have, naming it', () => {
    const types = new Map([['unit_marks', new Map([['id', 'text']])]]);
    expect(() => bindManyRows('unit_marks', [{ id: 'new', is_new: null }], types)).toThrow(
      'no column unit_marks.is_new',
    );
  });

  it('store half a surrogate pair as U+FFFD, in one row and in many', async () => {
    const all = (count: number): string[] => Array.from({ length: count }, (_, at) => `half ${count} ${at}`);
    for (const count of [1, 9])
      await database.transaction(async (unit) => keep(unit, ...all(count).map((one) => `${one}\ud83d`)));
    const kept = (await database.read(names)).filter((name) => name.startsWith('half'));
    expect(kept).toEqual([...all(1), ...all(9)].map((one) => `${one}\ufffd`));
  });

  it('store integers above 2^53 and zeros exactly when there are many rows', async () => {
    const made = 9_007_199_254_740_993n;
    const rows = Array.from({ length: 9 }, (_, at) => ({ id: `many ${at}`, is_void: 0 as const, made_at: made }));
    await database.transaction(async (unit) => unit.insert('unit_marks', rows));
    const kept = await database.read((unit) =>
      unit.select((db) =>
        rawQuery(sql`select made_at::text as made, is_void from unit_marks where id like 'many%'`, db),
      ),
    );
    expect(kept).toEqual(rows.map(() => ({ made: String(made), is_void: 0 })));
  });
});
