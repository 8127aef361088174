import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tell } from '../../../command-line/src/run-command.ts';
import { type Caller, createPooledCaller, inTurns } from '../../../server/test/caller.ts';
import { freePort } from '../../../server/test/free-port.ts';
import { launchSandbox, type SandboxProcess } from '../sandbox/launch-sandbox.ts';
import type { Cluster } from '../sandbox/postgres.ts';
import { startLoad } from './clients.ts';
import type { DisturbanceKind, Scene } from './disturbances.ts';
import { dataFolderOf, journalFileOf, type RunPlace, receiptsFileOf } from './evidence.ts';
import { createGate } from './gate.ts';
import { type Disturbance, type Journal, openJournal } from './journal.ts';
import { startReceiver } from './receiver.ts';
import { drain, prepare, timeScale } from './rounds.ts';
import { createSeeded } from './seeded.ts';

export interface OutageOptions {
  readonly place: RunPlace;
  readonly cluster: Cluster | undefined;
  readonly disk: string | undefined;
  readonly logDisk: string | undefined;
  readonly faults: readonly DisturbanceKind[];
  readonly rounds: number;
  readonly processes: number;
  readonly clients: number;
  readonly seed: number;
}

export interface OutageFigures {
  readonly disturbances: number;
  readonly requestsAnswered: number;
  readonly requestsRetried: number;
  /** From the return of the database to the first response of the slowest process, and to the first webhook. */
  readonly slowestAnswerMs: number;
  readonly slowestDeliveryMs: number;
  readonly drainSeconds: number;
}

const loadMs = 1_000;
/** How long to wait for a recovery that must take at most five seconds, so that late ones are measured too. */
const patienceMs = 60_000;

/** Repeatedly disturbs the database or the processes under load. Only the database is ever restarted. */
export async function runOutages(options: OutageOptions): Promise<OutageFigures> {
  const { place, cluster, disk, logDisk, faults, rounds, clients, seed } = options;
  const random = createSeeded(seed);
  const receiver = await startReceiver(receiptsFileOf(place.folder));
  const journal = openJournal(journalFileOf(place.folder));
  const processes = await launchAll(options, journal);
  const [first] = processes;
  if (first === undefined) throw new Error('there is no process to disturb');
  receiver.trust(first.webhookPublicKey);
  // One credential for all processes, because keys belong to the token that sent them.
  const callers = processes.map(({ baseUrl }) => createPooledCaller({ ...first, baseUrl }, clients * 2));
  const gate = createGate();
  const payers = await prepare(callers[0] as Caller, clients, receiver.endpoint, journal);
  const load = startLoad({ caller: inTurns(callers), journal, gate, payers, seed });
  gate.open();

  const scene: Scene = { processes, cluster, databaseUrl: place.databaseUrl, disk, logDisk };
  const done: Disturbance[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await delay(loadMs * (0.5 + random()));
    const fault = faults[round % faults.length];
    if (fault === undefined) throw new Error('there is no fault to make');
    await fault.run(scene, round);
    await cluster?.accepts();
    const disturbance = await measureReturn(fault.name, callers, load.acknowledged, receiver.received);
    done.push(disturbance);
    await journal.write(disturbance);
    tell(
      `  round ${round + 1}/${rounds}: ${fault.name}, answers after ${disturbance.answeredMs.join(' and ')} ms, webhooks after ${disturbance.deliveredMs} ms; ${load.acknowledged()} requests answered so far`,
    );
  }
  await load.finish();
  const drainSeconds = await drain(place);
  for (const caller of callers) await caller.close();
  for (const process of processes) await process.stop().catch(() => undefined);
  await journal.close();
  await receiver.close();
  return {
    disturbances: done.length,
    requestsAnswered: load.acknowledged(),
    requestsRetried: load.retried(),
    slowestAnswerMs: Math.max(0, ...done.flatMap(({ answeredMs }) => answeredMs)),
    slowestDeliveryMs: Math.max(0, ...done.map(({ deliveredMs }) => deliveredMs)),
    drainSeconds: Number(drainSeconds.toFixed(1)),
  };
}

/** Starts the processes; each records how it ended. */
export async function launchAll(
  { place, processes }: Pick<OutageOptions, 'place' | 'processes'>,
  journal: Journal,
): Promise<SandboxProcess[]> {
  const launched: SandboxProcess[] = [];
  for (let index = 0; index < processes; index += 1) {
    const folder = dataFolderOf(place.folder);
    const started = await launchSandbox({
      dataFolder: place.databaseUrl === undefined ? folder : join(folder, String(index)),
      port: await freePort(),
      databaseUrl: place.databaseUrl,
      masterKey: place.masterKey,
      timeScale,
    });
    let wasAsked = false;
    const ended = started.program.ended.then(async () => {
      const lines = (await started.program.complaint).split('\n').filter((line) => line !== '');
      const stackLines = lines.filter((line) => /^\s+at /.test(line)).length;
      if (lines.some((line) => !line.startsWith('payments: '))) tell(lines.slice(0, 20).join('\n'));
      await journal.write({ kind: 'ENDED', process: index + 1, wasAsked, lines: lines.length, stackLines });
    });
    launched.push({
      ...started,
      stop: async () => {
        wasAsked = true;
        await started.stop();
        await ended;
      },
    });
  }
  return launched;
}

async function measureReturn(
  fault: string,
  callers: readonly Caller[],
  acknowledged: () => number,
  received: () => number,
): Promise<Disturbance> {
  const until = async (isThere: () => Promise<boolean>): Promise<number> => {
    const start = performance.now();
    while (!(await isThere()) && performance.now() - start < patienceMs) await delay(20);
    return Math.round(performance.now() - start);
  };
  const firstDelivery = async (): Promise<number> => {
    const [answered, delivered] = [acknowledged(), received()];
    await until(async () => acknowledged() > answered);
    return until(async () => received() > delivered);
  };
  const firstAnswer = (caller: Caller): Promise<number> =>
    until(() =>
      caller.request('GET', '/config').then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
  const [answeredMs, deliveredMs] = await Promise.all([Promise.all(callers.map(firstAnswer)), firstDelivery()]);
  return { kind: 'DISTURBED', fault, answeredMs, deliveredMs };
}
