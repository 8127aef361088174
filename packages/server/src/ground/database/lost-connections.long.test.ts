import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type CommitFault, type CutOff, openCutOff } from '../../../test/cut-off.ts';
import { createTestDatabase, postgresUnavailable } from '../../../test/postgres-cluster.ts';
import { DatabaseUnavailable } from './database.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { deleteOldMarks } from './postgres-session.ts';
import type { Unit } from './unit.ts';

describe.skipIf(postgresUnavailable() !== undefined)('a lost PostgreSQL connection', () => {
  let way: CutOff;
  let database: PostgresDatabase;
  let admin: pg.Client;

  beforeAll(async () => {
    const url = await createTestDatabase();
    way = await openCutOff(url);
    database = await PostgresDatabase.open(way.url, 4);
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
  });
  afterEach(async () => {
    await admin.query('DELETE FROM idempotency_keys');
  });
  afterAll(async () => {
    await admin.end();
    await database.close();
    await way.close();
  });

  const add = (unit: Unit, name: string): void =>
    unit.insert('idempotency_keys', [
      {
        tenant: 1,
        key_hash: name,
        fingerprint: '',
        status: 200,
        body: '',
        created_at: '2025-01-01T00:00:00.000Z',
        expires_at: '2025-01-02T00:00:00.000Z',
      },
    ]);
  const count = (unit: Unit): Promise<number> =>
    unit.select((db) => db.selectFrom('idempotency_keys').select('key_hash')).then((rows) => rows.length);
  const names = async (): Promise<string[]> =>
    (await admin.query('SELECT key_hash FROM idempotency_keys ORDER BY key_hash')).rows.map(({ key_hash }) => key_hash);
  const others = 'pid <> pg_backend_pid() AND datname = current_database()';

  /** How often a unit with a lost connection ran, and its outcome. */
  async function runsUnder(fault: CommitFault | undefined): Promise<[number, string]> {
    let runs = 0;
    if (fault !== undefined) way.onNextCommit(fault);
    const value = await database.transaction(async (unit) => {
      runs += 1;
      add(unit, `run ${runs}`);
      return `value ${runs}`;
    });
    return [runs, value];
  }

  /** Collects errors that would have ended a server, since the test runner survives them. */
  function watchForDeath(): { throwIfSeen(): Promise<void> } {
    const seen: Error[] = [];
    const see = (error: Error): void => void seen.push(error);
    process.on('uncaughtExceptionMonitor', see);
    onTestFinished(() => void process.off('uncaughtExceptionMonitor', see));
    return {
      throwIfSeen: async () => {
        await turn();
        if (seen[0] !== undefined) throw seen[0];
      },
    };
  }

  it('is replaced if it was opened read-only, and writes work once the database accepts them', async () => {
    const { rows } = await admin.query('SELECT current_database() AS name');
    const name = rows[0]?.name;
    await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
    const write = (): Promise<unknown> =>
      database.transaction(async (unit) => add(unit, 'written')).catch((error: unknown) => error);
    try {
      // A unit whose connection is lost during the commit would query its outcome for ten seconds.
      await expect.poll(() => database.load().idleConnections).toBe(0);
      expect(String(await write())).toContain('read-only transaction');
      expect(await database.read(count)).toBe(0);
    } finally {
      await admin.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    }
    await expect.poll(() => write().then(names)).toEqual(['written']);
  });

  it('fails no database transaction for good while PostgreSQL is up, and each takes effect once', async () => {
    const cuts = (async () => {
      for (let cut = 0; cut < 8; cut += 1) {
        await delay(40);
        await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
      }
    })();
    const done: string[] = [];
    const death = watchForDeath();
    await Promise.all(
      Array.from({ length: 8 }, async (_, client) => {
        for (let unit = 0; unit < 12; unit += 1) {
          const name = `${client}-${unit}`;
          // Repeated cuts are reported to the caller as an outage. The caller's repeat must still take effect only
          // once.
          for (let isDone = false; !isDone; await death.throwIfSeen())
            isDone = await database
              .transaction(async (open) => {
                await count(open);
                add(open, name);
              })
              .then(
                () => true,
                (error: unknown) => {
                  if (error instanceof DatabaseUnavailable && !error.isOutcomeUnknown) return false;
                  throw error;
                },
              );
          done.push(name);
        }
      }),
    );
    await cuts;
    expect(await names()).toEqual(done.sort());
  });

  it('before COMMIT makes the database transaction run again and take effect once', async () => {
    expect(await runsUnder('LOST_BEFORE')).toEqual([2, 'value 2']);
    expect(await names()).toEqual(['run 2']);
  });

  it('after COMMIT is resolved by reading, and the database transaction does not run again', async () => {
    expect(await runsUnder('LOST_AFTER')).toEqual([1, 'value 1']);
    expect(await names()).toEqual(['run 1']);
  });

  it.each([
    ['first', async () => void (await admin.query('DELETE FROM unit_marks'))],
    ['later', () => database.transaction(async (unit) => add(unit, 'before'))],
    [
      'long awaited',
      async () => {
        await database.transaction(async (unit) => add(unit, 'before'));
        await admin.query('UPDATE unit_marks SET made_at = 0');
      },
    ],
  ])(
    'repeats the %s database transaction of a connection when its COMMIT arrives late, with effect once',
    async (_, prepare) => {
      await prepare();
      const before = await names();
      let runs = 0;
      way.onNextCommit('LATE');
      await database.transaction(async (unit) => {
        runs += 1;
        add(unit, `run ${runs}`);
      });
      // A process that starts meanwhile removes marks that are no longer needed.
      await admin.query(deleteOldMarks);
      await way.deliverLate();
      expect(await names()).toEqual([...before, 'run 2']);
    },
  );

  it('is reported as an outage while the database is away, and recovers by itself', async () => {
    await way.cut();
    const refused = await database.transaction(count).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseUnavailable);
    expect(refused).toMatchObject({ shortage: 'AWAY', isOutcomeUnknown: false });
    await expect(database.read(count)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await way.restore();
    expect(await database.transaction(count)).toBe(0);
  });

  it('that falls silent is dropped with all others of its age, and the transaction is repeated', async () => {
    const gate = Promise.withResolvers<void>();
    const all = Array.from({ length: 4 }, () => database.read(async (unit) => [await count(unit), await gate.promise]));
    gate.resolve();
    await Promise.all(all);
    way.fallSilent();
    const startedMs = performance.now();
    expect(await runsUnder(undefined)).toEqual([2, 'value 2']);
    // The first one is given twelve seconds.
    expect(performance.now() - startedMs).toBeLessThan(20_000);
    expect(await names()).toEqual(['run 2']);
  });

  it('inside a stalled database transaction makes it run again, with effect once', async () => {
    let runs = 0;
    const limits: unknown[] = [];
    const ask = (unit: Unit, text: string) => unit.all({ name: text, bind: () => ({ text, values: [] }) }, {});
    const value = database.transaction(async (unit) => {
      runs += 1;
      if (runs === 1) {
        // It holds the place of this key until PostgreSQL ends it. The test waits for a shorter time than the five seconds.
        add(unit, 'held');
        limits.push(await ask(unit, 'SHOW idle_in_transaction_session_timeout'));
        await ask(unit, "SELECT set_config('idle_in_transaction_session_timeout', '100ms', true)");
        await admin.query("SET lock_timeout = '3s'");
        await admin.query("INSERT INTO idempotency_keys VALUES (1, 'held', '', 200, '', '', '')");
        await admin.query('RESET lock_timeout');
      }
      add(unit, `run ${runs}`);
      return runs;
    });
    expect(await value).toBe(2);
    expect(limits).toEqual([[{ idle_in_transaction_session_timeout: '5s' }]]);
    expect(await names()).toEqual(['held', 'run 2']);
  });

  it('leaves at most one mark per connection after 20 database transactions', async () => {
    await admin.query('DELETE FROM unit_marks');
    for (let unit = 0; unit < 20; unit += 1) await database.transaction(async (open) => add(open, `${unit}`));
    const { rows } = await admin.query('SELECT count(*)::int AS marks FROM unit_marks');
    expect(rows[0].marks).toBeLessThanOrEqual(4);
  });
});

describe.skipIf(postgresUnavailable() !== undefined)('PostgreSQL without a free connection', () => {
  it('is reported as BUSY, and works again when one is free', async () => {
    const database = await PostgresDatabase.open(await createTestDatabase(), 1);
    const gate = Promise.withResolvers<void>();
    const holder = database.read(() => gate.promise);
    await expect(database.read(async () => undefined)).rejects.toMatchObject({ shortage: 'BUSY' });
    gate.resolve();
    await holder;
    await database.read(async () => undefined);
    await database.close();
  });
});
