import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type CommitFault, type CutOff, openCutOff } from '../../../test/cut-off.ts';
import { createTestDatabase, postgresUnavailable } from '../../../test/postgres-cluster.ts';
import { DatabaseUnavailable } from './database.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { forgetMarks } from './postgres-session.ts';
import type { Unit } from './unit.ts';

describe.skipIf(postgresUnavailable() !== undefined)('a connection to PostgreSQL that is lost', () => {
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

  it('that was made while the database was read-only is given up, and units work once it takes writes', async () => {
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

  it('fails no unit for good while PostgreSQL goes on, and each is done once', async () => {
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

  it('before COMMIT has the unit run again, and take effect once', async () => {
    expect(await runsUnder('LOST_BEFORE')).toEqual([2, 'value 2']);
    expect(await names()).toEqual(['run 2']);
  });

  it('after COMMIT, before its answer, is found out by reading, and the unit is not run again', async () => {
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
    'with a COMMIT that PostgreSQL hears late, of the %s unit of a connection, the unit is repeated and the late one undone',
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
      await admin.query(forgetMarks);
      await way.deliverLate();
      expect(await names()).toEqual([...before, 'run 2']);
    },
  );

  it('with the database away, is told as an outage and works again by itself', async () => {
    await way.cut();
    const refused = await database.transaction(count).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseUnavailable);
    expect(refused).toMatchObject({ shortage: 'AWAY', isOutcomeUnknown: false });
    await expect(database.read(count)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await way.restore();
    expect(await database.transaction(count)).toBe(0);
  });

  it('by falling silent is given up, with all that are as old, and the unit is repeated', async () => {
    const gate = Promise.withResolvers<void>();
    const all = Array.from({ length: 4 }, () => database.read(async (unit) => [await count(unit), await gate.promise]));
    gate.resolve();
    await Promise.all(all);
    way.fallSilent();
    expect(await runsUnder(undefined)).toEqual([2, 'value 2']);
    expect(await names()).toEqual(['run 2']);
  });

  it('while a process stands still inside a unit frees what it held, and the unit is repeated', async () => {
    let runs = 0;
    const value = database.transaction(async (unit) => {
      runs += 1;
      await count(unit);
      // PostgreSQL's reaction to a process that was frozen here for longer than idle_in_transaction_session_timeout.
      if (runs === 1)
        await admin.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others} AND state LIKE 'idle in%'`,
        );
      await delay(50);
      add(unit, `run ${runs}`);
      return runs;
    });
    expect(await value).toBe(2);
    expect(await names()).toEqual(['run 2']);
  });

  it('leaves one mark behind for each connection, however many units it had', async () => {
    await admin.query('DELETE FROM unit_marks');
    for (let unit = 0; unit < 20; unit += 1) await database.transaction(async (open) => add(open, `${unit}`));
    const { rows } = await admin.query('SELECT count(*)::int AS marks FROM unit_marks');
    expect(rows[0].marks).toBeLessThanOrEqual(4);
  });
});

describe.skipIf(postgresUnavailable() !== undefined)('PostgreSQL without a connection to spare', () => {
  it('is told as an outage, and works again when there is one', async () => {
    const database = await PostgresDatabase.open(await createTestDatabase(), 1);
    const gate = Promise.withResolvers<void>();
    const holder = database.read(() => gate.promise);
    await expect(database.read(async () => undefined)).rejects.toMatchObject({ shortage: 'BUSY' });
    gate.resolve();
    await holder;
    await database.read(async () => undefined);
    await database.close();
  }, 20_000);
});
