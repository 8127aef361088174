import { setTimeout as delay } from 'node:timers/promises';
import { tell } from '../../../command-line/src/run-command.ts';
import { type Caller, createPooledCaller, expectStatus } from '../../../server/test/caller.ts';
import { freePort } from '../../../server/test/free-port.ts';
import { launchSandbox, type SandboxOptions } from '../sandbox/launch-sandbox.ts';
import { fundedMinor, type Payer, preparePayers } from '../sandbox/payers.ts';
import { type Load, startLoad } from './clients.ts';
import { dataFolderOf, journalFileOf, openStoreForReading, type RunPlace, receiptsFileOf } from './evidence.ts';
import { createGate } from './gate.ts';
import { type Journal, openJournal } from './journal.ts';
import { startReceiver } from './receiver.ts';
import { createSeeded } from './seeded.ts';

export interface CrashOptions {
  readonly place: RunPlace;
  readonly rounds: number;
  readonly clients: number;
  readonly seed: number;
}

export interface CrashFigures {
  readonly kills: number;
  readonly requestsAnswered: number;
  readonly requestsRetried: number;
  /** From launch to ready after a kill. */
  readonly medianRestartMs: number;
  readonly slowestRestartMs: number;
  readonly drainSeconds: number;
}

/** Ten times the speed, so that leases, retries and expiries after a crash take seconds. */
export const timeScale = 10;
const longestLoadMs = 2_000;

/** Repeatedly kills the server under load, then lets it finish all due work. */
export async function runRounds({ place, rounds, clients, seed }: CrashOptions): Promise<CrashFigures> {
  const sandbox: SandboxOptions = {
    dataFolder: dataFolderOf(place.folder),
    port: await freePort(),
    databaseUrl: place.databaseUrl,
    masterKey: place.masterKey,
    timeScale,
  };
  const random = createSeeded(seed);
  const receiver = await startReceiver(receiptsFileOf(place.folder));
  const journal = openJournal(journalFileOf(place.folder));
  let server = await launchSandbox(sandbox);
  receiver.trust(server.webhookPublicKey);
  const caller = createPooledCaller(server, clients * 2);
  const payers = await prepare(caller, clients, receiver.endpoint, journal);
  const gate = createGate();
  const load = startLoad({ caller, journal, gate, payers, seed });

  const restarts: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    gate.open();
    const lifeMs = Math.round(random() * longestLoadMs);
    await delay(lifeMs);
    gate.close();
    await server.kill();
    const start = performance.now();
    server = await launchSandbox(sandbox);
    restarts.push(performance.now() - start);
    tell(
      `  round ${round}/${rounds}: killed after ${lifeMs} ms of load, ready again in ${restarts.at(-1)?.toFixed(0)} ms; ${load.acknowledged()} requests answered so far`,
    );
  }
  gate.open();
  await load.finish();
  const drainSeconds = await drain(place);
  await caller.close();
  await server.stop();
  await journal.close();
  await receiver.close();
  return figuresOf(load, restarts, drainSeconds);
}

export async function prepare(caller: Caller, clients: number, endpoint: string, journal: Journal): Promise<Payer[]> {
  expectStatus(await caller.request('PATCH', '/config', { webhookEndpoint: endpoint }), 200);
  const payers = await preparePayers(caller, clients);
  for (const { accountId } of payers) await journal.write({ kind: 'FUNDED', accountId, amountMinor: fundedMinor });
  return payers;
}

const longestDrainMs = 600_000;

/** Waits until no payment and no delivery is due: abandoned quotes expire, refused deliveries are retried. */
export async function drain(place: RunPlace): Promise<number> {
  const start = performance.now();
  const database = await openStoreForReading(place);
  try {
    for (let lastTold = 0; ; ) {
      const due = await database.read(async (unit) => {
        const payments = await unit.select((db) =>
          db.selectFrom('timers').select('id').where('kind', '=', 'transactions'),
        );
        const deliveries = await unit.select((db) =>
          db.selectFrom('deliveries').select('event_id').where('due_at', 'is not', null),
        );
        return { payments: payments.length, deliveries: deliveries.length };
      });
      const passedMs = performance.now() - start;
      if (due.payments + due.deliveries === 0) return passedMs / 1000;
      if (passedMs > longestDrainMs)
        throw new Error(
          `${due.payments} payments and ${due.deliveries} deliveries are still due after ${longestDrainMs / 1000} seconds`,
        );
      if (passedMs - lastTold > 5_000) {
        lastTold = passedMs;
        tell(`  draining: ${due.payments} payments and ${due.deliveries} deliveries are due`);
      }
      await delay(250);
    }
  } finally {
    await database.close();
  }
}

function figuresOf(load: Load, restarts: readonly number[], drainSeconds: number): CrashFigures {
  const sorted = [...restarts].sort((a, b) => a - b).map(Math.round);
  return {
    kills: restarts.length,
    requestsAnswered: load.acknowledged(),
    requestsRetried: load.retried(),
    medianRestartMs: sorted[sorted.length >> 1] ?? 0,
    slowestRestartMs: sorted.at(-1) ?? 0,
    drainSeconds: Number(drainSeconds.toFixed(1)),
  };
}
