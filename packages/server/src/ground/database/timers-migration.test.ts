import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { postgresUnavailable } from '../../../test/postgres-cluster.ts';
import { writeOldStore } from '../../../test/stores-of-releases.ts';
import type { Database } from './database.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import type { Engine } from './statement.ts';

const start = Date.parse('2025-01-01T00:00:00.000Z');
const folder = mkdtempSync(join(tmpdir(), 'payments-migration-'));
let opened: Database | undefined;
afterEach(async () => {
  await opened?.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const version = 28;

/** The rows of the version before the timers: two sandbox platforms, production, and their due work. */
const written = `
  ${[1, 2, 3]
    .map(
      (tenant) => `INSERT INTO platforms (tenant, platform_id, environment, config_id, is_regulated,
        skips_verification_paperwork, uma_domain, proxy_uma_subdomain, created_at, updated_at)
        VALUES (${tenant}, 'p${tenant}', '${tenant === 3 ? 'PRODUCTION' : 'SANDBOX'}', 'c${tenant}', 0, 0, 'd', 's${tenant}', '', '');
      INSERT INTO outgoing_messages (tenant, id, channel, sealed_content, attempts, due_at, expires_at)
        VALUES (${tenant}, 'soon', 'SMS', 'sealed:', 0, '2025-01-01T02:00:00.250Z', '9999'),
          (${tenant}, 'set aside', 'SMS', 'sealed:', 0, '9999-12-31T23:59:59.999Z', '9999');
      INSERT INTO unkept_files (tenant, file_key, due_at) VALUES (${tenant}, '${tenant}/file', '2024-12-31T23:00:00.000Z');`,
    )
    .join('\n')}`;

const clockOf = (isFrozen: boolean): string =>
  `INSERT INTO clock_settings (id, anchored_at_real, anchored_at, scale, is_frozen)
   VALUES (1, '2026-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z', 60, ${isFrozen ? 1 : 0});`;

async function migrated(engine: Engine, clock: string): Promise<Database> {
  const place = await writeOldStore(
    engine,
    { version, rows: `${written}\n${clock}` },
    mkdtempSync(join(folder, 'store-')),
  );
  opened = engine === 'sqlite' ? SqliteDatabase.open(place) : await PostgresDatabase.open(place, 2);
  return opened;
}

interface Found {
  readonly tenant: number;
  readonly id: string;
  readonly due: number;
  readonly real: number;
}

async function timersOf(database: Database): Promise<Found[]> {
  const rows = await database.read((unit) =>
    unit.select((db) => db.selectFrom('timers').selectAll().orderBy('tenant').orderBy('id')),
  );
  return rows.map((row) => ({
    tenant: row.tenant,
    id: row.id,
    due: Number(row.due_ms),
    real: Number(row.due_real_ms),
  }));
}

const never = Date.parse('9999-12-31T23:59:59.999Z');
const soon = start + 7_200_250;
const real = Date.parse('2026-01-01T00:00:00.000Z');

describe.each(['sqlite', 'postgres'] as const)('a store from before the timers on %s', (engine) => {
  const runs = it.skipIf(engine === 'postgres' && postgresUnavailable() !== undefined);

  runs('keeps its time and its due times for every sandbox platform', async () => {
    const database = await migrated(engine, clockOf(false));
    const clocks = await database.read((unit) =>
      unit.select((db) => db.selectFrom('clocks').selectAll().orderBy('tenant')),
    );
    expect(clocks.map(({ tenant, anchored_at_ms, scale }) => [tenant, Number(anchored_at_ms), scale])).toEqual([
      [1, start, 60],
      [2, start, 60],
    ]);
    const timers = await timersOf(database);
    expect(timers.filter(({ tenant }) => tenant === 2)).toEqual([
      { tenant: 2, id: '2/file', due: start - 3_600_000, real: real - 60_000 + 1 },
      { tenant: 2, id: 'set aside', due: never, real: never },
      { tenant: 2, id: 'soon', due: soon, real: real + 120_005 },
    ]);
    expect(timers.find(({ tenant, id }) => tenant === 3 && id === 'soon')).toMatchObject({ due: soon, real: soon });
  });

  runs('has no timer that comes due while its clock is frozen', async () => {
    const timers = await timersOf(await migrated(engine, clockOf(true)));
    expect(timers.filter(({ tenant }) => tenant === 1).map(({ id, real: at }) => [id, at])).toEqual([
      ['1/file', 0],
      ['set aside', never],
      ['soon', never],
    ]);
  });

  runs('uses real time if it has no clock of its own', async () => {
    const database = await migrated(engine, '');
    expect(await database.read((unit) => unit.select((db) => db.selectFrom('clocks').selectAll()))).toEqual([]);
    expect((await timersOf(database)).find(({ id }) => id === 'soon')).toMatchObject({ due: soon, real: soon });
  });
});
