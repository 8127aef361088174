import { createHash } from 'node:crypto';
import type { Database } from '../../../server/src/ground/database/database.ts';
import { verifyStore } from '../../../server/src/verify/verify-store.ts';
import { type StartOptions, startTestServer } from '../../../server/test/test-server.ts';
import { createSeeded } from '../crash/seeded.ts';
import { actions } from './actions.ts';
import type { Play } from './play.ts';
import { createWorld } from './world.ts';

export interface LivesOptions {
  readonly lives: number;
  readonly seed: number;
  /** Replaces a part of the server, to plant a fault in it. */
  readonly deps?: StartOptions['deps'];
  readonly onProgress?: (lives: number) => void;
}

export interface LivesReport {
  readonly lives: number;
  readonly requests: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly transactions: Readonly<Record<string, number>>;
  readonly events: number;
  readonly ledgerEntries: number;
  /** What was found wrong, in sentences; empty when nothing was. */
  readonly breaches: readonly string[];
  /** A hash over everything that happened, in its order: the same seed has the same one. */
  readonly trace: string;
}

const tenDaysMs = 10 * 86_400_000;
const checkEvery = 2_000;

/**
 * Plays payments at random, lets everything come to its end, and checks the whole store: every invariant of
 * `verify`, and that every payment has ended.
 */
export async function live(database: Database, { lives, seed, deps, onProgress }: LivesOptions): Promise<LivesReport> {
  const server = await startTestServer(database, { seed, ...(deps && { deps }) });
  const play: Play = {
    server,
    world: await createWorld(server),
    open: [],
    answers: new Map(),
    chance: createSeeded(seed),
    lives: 0,
  };
  const breaches: string[] = [];
  let checkedAt = 0;
  while (play.lives < lives && breaches.length === 0) {
    await oneAction(play);
    if (play.lives - checkedAt < checkEvery) continue;
    checkedAt = play.lives;
    breaches.push(...(await broken(database)));
    onProgress?.(play.lives);
  }
  await server.advance(tenDaysMs);
  breaches.push(...(await broken(database)), ...(await unended(database)));
  const report = await reportOf(play, database, [...new Set(breaches)]);
  await server.close();
  return report;
}

const totalWeight = actions.reduce((sum, { weight }) => sum + weight, 0);

async function oneAction(play: Play): Promise<void> {
  let ticket = play.chance() * totalWeight;
  for (const { weight, act } of actions) {
    ticket -= weight;
    if (ticket < 0) return act(play);
  }
}

async function broken(database: Database): Promise<string[]> {
  const findings = await verifyStore(database);
  return findings.flatMap(({ name, breach }) => (breach === null ? [] : [`${name}: ${breach}`]));
}

/** Ten days after the last one, nothing may be under way any more. */
async function unended(database: Database): Promise<string[]> {
  const rows = await database.read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('transactions')
        .select(['id', 'status'])
        .where(({ or, and, eb }) =>
          or([
            and([eb('status', 'in', ['PENDING', 'PROCESSING']), eb('refund_status', 'is', null)]),
            eb('refund_status', '=', 'PENDING'),
          ]),
        )
        .limit(3),
    ),
  );
  return rows.map(({ id, status }) => `${id} is still ${status}`);
}

async function reportOf(play: Play, database: Database, breaches: readonly string[]): Promise<LivesReport> {
  const read = database.read.bind(database);
  const payments = await read((unit) =>
    unit.select((db) => db.selectFrom('transactions').select(['status', 'refund_status'])),
  );
  const events = await read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('events')
        .select(['type', 'resource_id', 'sequence', 'created_at'])
        .orderBy('created_at')
        .orderBy('resource_id')
        .orderBy('sequence'),
    ),
  );
  const entries = await read((unit) => unit.select((db) => db.selectFrom('ledger_entries').select('id')));
  const transactions: Record<string, number> = {};
  for (const { status, refund_status } of payments) {
    const outcome = refund_status === null ? status : `${status}, refund ${refund_status}`;
    transactions[outcome] = (transactions[outcome] ?? 0) + 1;
  }
  const hash = createHash('sha256');
  for (const { type, resource_id, sequence, created_at } of events)
    hash.update(`${type} ${resource_id} ${sequence} ${created_at}\n`);
  return {
    lives: play.lives,
    requests: [...play.answers.values()].reduce((sum, count) => sum + count, 0),
    answers: Object.fromEntries([...play.answers].sort()),
    transactions,
    events: events.length,
    ledgerEntries: entries.length,
    breaches,
    trace: hash.digest('hex').slice(0, 16),
  };
}
