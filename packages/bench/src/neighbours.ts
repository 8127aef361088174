import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { tell } from '../../command-line/src/run-command.ts';
import { launchSandbox, type SandboxProcess } from '../../proofs/src/sandbox/launch-sandbox.ts';
import { preparePayers } from '../../proofs/src/sandbox/payers.ts';
import type { Cluster } from '../../proofs/src/sandbox/postgres.ts';
import { appendEvents, type NewEvent } from '../../server/src/engines/outbox/append-event.ts';
import type { StateOf } from '../../server/src/engines/states/transition.ts';
import { createMovableClock, realAnchor } from '../../server/src/ground/clock/clock.ts';
import type { Database } from '../../server/src/ground/database/database.ts';
import { PostgresDatabase } from '../../server/src/ground/database/postgres-database.ts';
import { SqliteDatabase } from '../../server/src/ground/database/sqlite-database.ts';
import { createIds } from '../../server/src/ground/ids/ids.ts';
import { createSystemRandom } from '../../server/src/ground/ids/random.ts';
import { type Caller, createPooledCaller, expectStatus, type PooledCaller } from '../../server/test/caller.ts';
import { freePort } from '../../server/test/free-port.ts';
import { slowQuote } from './contenders.ts';
import { type Figures, percentile, ratio } from './figures.ts';
import { type NeighbourReceivers, startNeighbourReceivers } from './neighbour-receivers.ts';

export interface NeighbourOptions {
  readonly folder: string;
  readonly cluster: Cluster | undefined;
  readonly rounds: number;
  /** The length of each half of a round. */
  readonly seconds: number;
  /** Events that are queued for the endpoint that refuses, and for the one that never responds. */
  readonly refusedEvents: number;
  readonly silentEvents: number;
}

/** Events of the healthy platform: so few that they do not delay each other. */
const eventsPerSecond = 20;
const payers = 8;
/** Longer than an attempt without a response, so that a quiet half starts without open attempts. */
const untilQuietMs = 11_000;

/**
 * The delay of a platform's webhooks while the endpoint of one neighbour refuses a long queue and that of another never
 * responds, compared with neighbours without queued events, in turns. At the end, under this load, the processes are
 * asked to stop.
 */
export async function measureNeighbours(options: NeighbourOptions): Promise<Figures> {
  const { folder, cluster } = options;
  const figures = await measureOne('Sqlite', await open(join(folder, 'neighbours'), undefined, 1), options);
  if (cluster === undefined) return figures;
  for (const processes of [1, 2]) {
    const name = `Postgres${processes}`;
    const url = await cluster.createDatabase();
    Object.assign(figures, await measureOne(name, await open(join(folder, name), url, processes), options));
  }
  return figures;
}

interface Contender {
  readonly servers: readonly SandboxProcess[];
  readonly callers: readonly PooledCaller[];
  readonly database: Database;
}

/** The server in the given number of processes, and the same store opened beside them. */
async function open(folder: string, databaseUrl: string | undefined, processes: number): Promise<Contender> {
  mkdirSync(folder, { recursive: true });
  const masterKey = '07'.repeat(32);
  const servers: SandboxProcess[] = [];
  for (let index = 0; index < processes; index += 1) {
    const dataFolder = join(folder, String(index));
    servers.push(await launchSandbox({ dataFolder, port: await freePort(), databaseUrl, masterKey }));
  }
  const database =
    databaseUrl === undefined
      ? SqliteDatabase.openBesideServer(join(folder, '0', 'payments.sqlite'))
      : await PostgresDatabase.open(databaseUrl, 2);
  return { servers, callers: servers.map((server) => createPooledCaller(server, payers)), database };
}

async function measureOne(name: string, contender: Contender, options: NeighbourOptions): Promise<Figures> {
  const { servers, callers, database } = contender;
  const receivers = await startNeighbourReceivers();
  const caller = mustHave(callers[0]);
  const bodies = (await preparePayers(caller, payers)).map(slowQuote);
  expectStatus(await caller.request('PATCH', '/config', { webhookEndpoint: receivers.healthy }), 200);
  const backlogs = await makeNeighbours(database, receivers, options);
  const half = (): Promise<number[]> => latenciesOf(callers, bodies, receivers, options.seconds);
  const [quiet, busy]: [number[], number[]] = [[], []];
  await half(); // the first requests of a process are slow
  for (let round = 1; round <= options.rounds; round += 1) {
    quiet.push(percentile(await half(), 99));
    await backlogs.makeDue();
    busy.push(percentile(await half(), 99));
    tell(`  ${name} round ${round}/${options.rounds} p99 quiet ${quiet.at(-1)} ms, busy ${busy.at(-1)} ms`);
    if (round === options.rounds) break;
    await backlogs.end();
    await new Promise((resolve) => setTimeout(resolve, untilQuietMs));
  }
  const stopMs = Math.max(...(await Promise.all(servers.map(stop))));
  const { refused, unanswered, duplicates } = receivers;
  tell(`  ${name} refused ${refused()}, unanswered ${unanswered()}, stopped within ${stopMs.toFixed(0)} ms`);
  for (const one of callers) await one.close();
  await database.close();
  await receivers.close();
  return {
    [`quietP99Ms${name}`]: percentile(quiet, 50),
    [`busyP99Ms${name}`]: percentile(busy, 50),
    [`ratioBusyToQuiet${name}`]: ratio(busy, quiet),
    [`duplicates${name}`]: duplicates(),
    [`stopMs${name}`]: stopMs,
  };
}

async function stop(server: SandboxProcess): Promise<number> {
  const from = performance.now();
  await server.stop();
  return performance.now() - from;
}

/** Makes payments at an even pace, through each process in turn, and returns the delays of their events. */
async function latenciesOf(
  callers: readonly Caller[],
  bodies: readonly string[],
  receivers: NeighbourReceivers,
  seconds: number,
): Promise<number[]> {
  receivers.takeLatencies();
  const before = receivers.received();
  const count = seconds * eventsPerSecond;
  const from = performance.now();
  const made: Promise<unknown>[] = [];
  for (let index = 0; index < count; index += 1) {
    const waitMs = from + (index * 1000) / eventsPerSecond - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const caller = mustHave(callers[index % callers.length]);
    made.push(
      caller
        .request('POST', '/quotes', mustHave(bodies[index % bodies.length]))
        .then((answer) => expectStatus(answer, 201)),
    );
  }
  await Promise.all(made);
  await receivers.untilReceived(before + count);
  const latencies = receivers.takeLatencies();
  if (latencies.length < count) throw new Error(`${count - latencies.length} of ${count} events did not arrive`);
  return latencies;
}

interface Backlogs {
  makeDue(): Promise<void>;
  /** Removes the events from the queue; running attempts end by themselves. */
  end(): Promise<void>;
}

/** Creates two platforms like the first one, each with its own endpoint and events that were never attempted. */
async function makeNeighbours(
  database: Database,
  { refusing, silent }: NeighbourReceivers,
  { refusedEvents, silentEvents }: NeighbourOptions,
): Promise<Backlogs> {
  const clock = createMovableClock(realAnchor);
  const ids = createIds(clock, createSystemRandom());
  const tenants: number[] = [];
  const together = 500;
  for (const [endpoint, count] of [[refusing, refusedEvents] as const, [silent, silentEvents] as const]) {
    const tenant = await copyPlatform(database, endpoint, (kind) => ids.next(kind));
    tenants.push(tenant);
    for (let done = 0; done < count; done += together) {
      const events = Array.from({ length: Math.min(together, count - done) }, (): NewEvent => {
        const id = ids.next('Transaction');
        return { type: 'CARD.STATE_CHANGE', resourceId: id, sequence: 1, data: { id } };
      });
      const now = clock.now();
      await database.transaction(async (unit) => appendEvents({ unit, tenant, ids, now }, events));
      await setDeliveries(database, tenants, 'SKIPPED', null);
    }
  }
  return {
    makeDue: () => setDeliveries(database, tenants, 'PENDING', clock.now()),
    end: () => setDeliveries(database, tenants, 'SKIPPED', null),
  };
}

function setDeliveries(
  database: Database,
  tenants: readonly number[],
  status: StateOf<'webhook-delivery'>,
  dueAt: string | null,
): Promise<void> {
  return database.transaction(async (unit) => {
    await unit.select((db) =>
      db
        .updateTable('deliveries')
        .set({ status, due_at: dueAt, leased_until: null, attempts: 0 })
        .where('tenant', 'in', tenants)
        .returning('event_id'),
    );
    await unit.select((db) => db.deleteFrom('delivery_attempts').where('tenant', 'in', tenants).returning('event_id'));
  });
}

async function copyPlatform(
  database: Database,
  endpoint: string,
  newId: (kind: 'PlatformConfig' | 'WebhookKey') => string,
): Promise<number> {
  return database.transaction(async (unit) => {
    const platforms = await unit.select((db) => db.selectFrom('platforms').selectAll().orderBy('tenant'));
    const keys = await unit.select((db) => db.selectFrom('webhook_keys').selectAll().orderBy('tenant').limit(1));
    const tenant = mustHave(platforms.at(-1)).tenant + 1;
    const name = `neighbour-${tenant}`;
    const own = { tenant, platform_id: name, proxy_uma_subdomain: name, config_id: newId('PlatformConfig') };
    unit.insert('platforms', [{ ...mustHave(platforms[0]), ...own, webhook_endpoint: endpoint }]);
    unit.insert('webhook_keys', [{ ...mustHave(keys[0]), tenant, id: newId('WebhookKey') }]);
    return tenant;
  });
}

function mustHave<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the list is empty');
  return value;
}
