import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readWhole, tell, UnusableFlag } from '../../../command-line/src/run-command.ts';
import { type Caller, createPooledCaller, inTurns } from '../../../server/test/caller.ts';
import { checkRun, reportBreaches } from '../crash/check-run.ts';
import { startLoad } from '../crash/clients.ts';
import { journalFileOf, type RunPlace, receiptsFileOf } from '../crash/evidence.ts';
import { createGate } from '../crash/gate.ts';
import { openJournal } from '../crash/journal.ts';
import { launchAll } from '../crash/outages.ts';
import { startReceiver } from '../crash/receiver.ts';
import { drain, prepare } from '../crash/rounds.ts';
import { createSeeded } from '../crash/seeded.ts';
import type { Proof } from '../launch/launch-proof.ts';
import { frontNames, startFront } from './front.ts';
import { type Pair, startPair } from './pair.ts';

/** The flags of a command line, as given. */
export interface FailoverFlags {
  readonly clients?: string | undefined;
  readonly processes?: string | undefined;
  readonly seed?: string | undefined;
  readonly front?: string | undefined;
  readonly asynchronous?: boolean | undefined;
  readonly keep?: boolean | undefined;
}

/** Milliseconds, except the counts. */
interface FailoverFigures {
  readonly requestsAnswered: number;
  readonly answeredBeforeKill: number;
  readonly requestsRetried: number;
  readonly killedToPromotedMs: number;
  /** From the request for the promotion to the first response of each process. */
  readonly answeredMs: readonly number[];
  /** From the same moment to the first acknowledged payment request, and to the first webhook after it. */
  readonly paidMs: number;
  readonly deliveredMs: number;
  readonly drainSeconds: number;
}

const loadMs = 3_000;
/** The time after which monitoring considers the primary dead. */
const noticeMs = 1_000;
/** How far a disconnected standby falls behind. */
const behindMs = 1_500;
const longestReturnMs = 10_000;
const patienceMs = 60_000;

/** Kills a primary under load, lets its standby take over, and reports losses and duplicates. */
export async function proveFailover(values: FailoverFlags): Promise<Proof> {
  const clients = readWhole('--clients', values.clients, 8);
  const processes = readWhole('--processes', values.processes, 2);
  const seed = readWhole('--seed', values.seed, Date.now() % 1_000_000, 0);
  const asked = frontNames.find((name) => name === values.front);
  if (values.front !== undefined && asked === undefined)
    throw new UnusableFlag(`--front takes ${frontNames.join(' or ')}, not "${values.front}".`);
  const isSynchronous = values.asynchronous !== true;
  const folder = mkdtempSync(join(tmpdir(), 'payments-failover-'));
  if (values.keep === true) tell(`The run is kept in ${folder}.`);
  else process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const pair = await startPair(isSynchronous);
  const front = await startFront(folder, pair.ports, asked);
  tell(
    `${isSynchronous ? 'synchronous' : 'asynchronous'} standby, ${front.name} in front, ${processes} processes, ${clients} clients, --seed ${seed}`,
  );
  const databaseUrl = `postgres://postgres@127.0.0.1:${front.port}/${pair.databaseName}`;
  const place: RunPlace = { folder, databaseUrl, masterKey: randomBytes(32).toString('hex') };
  const figures = await run({ place, pair, processes, clients, seed, isSynchronous });
  const results = await checkRun(place);
  reportBreaches(results);
  const breaches = results.reduce((count, result) => count + result.breaches.length, 0);
  const slowestMs = Math.max(...figures.answeredMs, figures.paidMs);
  tell(
    `${slowestMs <= longestReturnMs ? 'ok     ' : 'BREACH '} pays-again-in-time: ${slowestMs} ms after the promotion`,
  );
  front.stop();
  await pair.stop();
  const shown = {
    replication: isSynchronous ? 'synchronous' : 'asynchronous',
    front: front.name,
    seed,
    processes,
    clients,
  };
  return {
    holds: breaches === 0 && slowestMs <= longestReturnMs,
    figures: { ...shown, ...figures, checks: results.length, breaches },
  };
}

interface Scene {
  readonly place: RunPlace;
  readonly pair: Pair;
  readonly processes: number;
  readonly clients: number;
  readonly seed: number;
  readonly isSynchronous: boolean;
}

async function run({ place, pair, processes, clients, seed, isSynchronous }: Scene): Promise<FailoverFigures> {
  const receiver = await startReceiver(receiptsFileOf(place.folder));
  const journal = openJournal(journalFileOf(place.folder));
  const servers = await launchAll({ place, processes }, journal);
  const [first] = servers;
  if (first === undefined) throw new Error('there is no process of the server');
  receiver.trust(first.webhookPublicKey);
  const callers = servers.map(({ baseUrl }) => createPooledCaller({ ...first, baseUrl }, clients * 2));
  const gate = createGate();
  const payers = await prepare(callers[0] as Caller, clients, receiver.endpoint, journal);
  const load = startLoad({ caller: inTurns(callers), journal, gate, payers, seed });
  gate.open();
  await delay(loadMs * (0.5 + createSeeded(seed)()));
  if (!isSynchronous) {
    await pair.link.cut();
    await delay(behindMs);
  }
  const answeredBeforeKill = load.acknowledged();
  const killedAt = performance.now();
  pair.primary.killForGood();
  tell(`  the primary is dead; ${answeredBeforeKill} requests answered so far`);
  await delay(noticeMs);
  const askedAt = performance.now();
  const since = (): number => Math.round(performance.now() - askedAt);
  const until = async (isThere: () => boolean | Promise<boolean>): Promise<number> => {
    while (!(await isThere()) && since() < patienceMs) await delay(20);
    return since();
  };
  const answers = (caller: Caller) => (): Promise<boolean> =>
    caller.request('GET', '/config').then(
      ({ status }) => status === 200,
      () => false,
    );
  const before = load.acknowledged();
  const paid = until(() => load.acknowledged() > before);
  const delivered = paid.then(() => {
    const received = receiver.received();
    return until(() => receiver.received() > received);
  });
  await pair.standby.promote();
  const killedToPromotedMs = Math.round(performance.now() - killedAt);
  const answeredMs = await Promise.all(callers.map((caller) => until(answers(caller))));
  const [paidMs, deliveredMs] = await Promise.all([paid, delivered]);
  tell(
    `  promoted ${killedToPromotedMs} ms after the kill; answers after ${answeredMs.join(' and ')} ms, payments after ${paidMs} ms, webhooks after ${deliveredMs} ms`,
  );
  await delay(loadMs);
  await load.finish();
  const drainSeconds = Number((await drain(place)).toFixed(1));
  for (const caller of callers) await caller.close();
  for (const server of servers) await server.stop().catch(() => undefined);
  await journal.close();
  await receiver.close();
  const [requestsAnswered, requestsRetried] = [load.acknowledged(), load.retried()];
  const counted = { requestsAnswered, answeredBeforeKill, requestsRetried };
  return { ...counted, killedToPromotedMs, answeredMs, paidMs, deliveredMs, drainSeconds };
}
