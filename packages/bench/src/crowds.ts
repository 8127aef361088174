import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tell } from '../../command-line/src/run-command.ts';
import { launchSandbox } from '../../proofs/src/sandbox/launch-sandbox.ts';
import { preparePayers } from '../../proofs/src/sandbox/payers.ts';
import type { Cluster } from '../../proofs/src/sandbox/postgres.ts';
import { PostgresDatabase } from '../../server/src/ground/database/postgres-database.ts';
import { SqliteDatabase } from '../../server/src/ground/database/sqlite-database.ts';
import { type Caller, createCaller, createPooledCaller, expectStatus } from '../../server/test/caller.ts';
import { freePort } from '../../server/test/free-port.ts';
import { inWorld } from '../../server/test/worlds.ts';
import { slowQuote } from './contenders.ts';
import { type Figures, median, percentile, ratio } from './figures.ts';

export interface CrowdOptions {
  readonly folder: string;
  readonly cluster: Cluster | undefined;
  readonly rounds: number;
  /** The connections of the crowd. */
  readonly callers: number;
  /** The length of each part of a round. */
  readonly seconds: number;
}

/** A pause between the requests of the quiet platform. */
const pauseMs = 20;
/** By then, the whole crowd waits. */
const untilFullMs = 500;

/**
 * How long the quotes of one platform take alone, beside a platform that sends as many as its connections allow, and
 * beside callers with wrong credentials, in turns.
 */
export async function measureCrowds(options: CrowdOptions): Promise<Figures> {
  const { folder, cluster } = options;
  const figures = await measureOne('Sqlite', join(folder, 'crowds-sqlite'), undefined, options);
  if (cluster !== undefined) {
    const url = await cluster.createDatabase();
    Object.assign(figures, await measureOne('Postgres', join(folder, 'crowds-postgres'), url, options));
  }
  return figures;
}

async function measureOne(
  name: string,
  dataFolder: string,
  databaseUrl: string | undefined,
  { rounds, callers, seconds }: CrowdOptions,
): Promise<Figures> {
  mkdirSync(dataFolder, { recursive: true });
  const server = await launchSandbox({ dataFolder, port: await freePort(), databaseUrl });
  const { baseUrl } = server;
  const loud = createPooledCaller(server, callers);
  const strangers = createPooledCaller({ baseUrl, tokenId: 'unknown', tokenSecret: 'wrong' }, callers);
  const { made } = inWorld(server, expectStatus(await loud.request('POST', '/sandbox/worlds', {}), 201));
  await separateWorlds(dataFolder, databaseUrl);
  const quiet = createCaller({ baseUrl, tokenId: made.token.clientId, tokenSecret: made.token.clientSecret });
  const [loudBody, quietBody] = [await quoteOf(loud), await quoteOf(quiet)];
  const alone: number[] = [];
  const besideLoud: number[] = [];
  const besideStrangers: number[] = [];
  const served: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const probe = (): Promise<number> => quoteMs(quiet, quietBody, seconds);
    alone.push(await probe());
    const crowd = new Crowd(callers, () => loud.request('POST', '/quotes', loudBody, newKey()));
    besideLoud.push(await crowd.during(probe));
    served.push(crowd.perSecond);
    besideStrangers.push(await new Crowd(callers, () => strangers.request('GET', '/config')).during(probe));
    const shown = [alone, besideLoud, besideStrangers].map((values) => values.at(-1)?.toFixed(1));
    tell(
      `  ${name} round ${round}/${rounds} alone ${shown[0]} ms, beside quotes ${shown[1]}, beside strangers ${shown[2]}`,
    );
  }
  for (const one of [loud, strangers]) await one.close();
  await server.stop();
  return {
    [`aloneMs${name}`]: median(alone),
    [`besideCrowdMs${name}`]: median(besideLoud),
    [`ratioBesideCrowd${name}`]: ratio(besideLoud, alone),
    [`besideStrangersMs${name}`]: median(besideStrangers),
    [`ratioBesideStrangers${name}`]: ratio(besideStrangers, alone),
    [`crowdPerSecond${name}`]: median(served),
  };
}

/** A world shares the turns of the platform that created it. From now on, it is a platform of its own. */
async function separateWorlds(dataFolder: string, databaseUrl: string | undefined): Promise<void> {
  const database =
    databaseUrl === undefined
      ? SqliteDatabase.openBesideServer(join(dataFolder, 'payments.sqlite'))
      : await PostgresDatabase.open(databaseUrl, 1);
  await database.transaction((unit) => unit.select((db) => db.deleteFrom('sandbox_worlds').returning('id')));
  await database.close();
}

async function quoteOf(caller: Caller): Promise<string> {
  const [payer] = await preparePayers(caller, 1);
  if (payer === undefined) throw new Error('there is no payer');
  return slowQuote(payer);
}

const newKey = () => ({ 'idempotency-key': randomUUID() });

/** The median time of one quote after the other. */
async function quoteMs(caller: Caller, body: string, seconds: number): Promise<number> {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const from = performance.now();
    expectStatus(await caller.request('POST', '/quotes', body, newKey()), 201);
    times.push(performance.now() - from);
    await delay(pauseMs);
  }
  return percentile(times, 50);
}

/** Sends the same request over each of its connections, again and again. */
class Crowd {
  readonly #callers: number;
  readonly #send: () => Promise<unknown>;
  perSecond = 0;

  constructor(callers: number, send: () => Promise<unknown>) {
    this.#callers = callers;
    this.#send = send;
  }

  async during(work: () => Promise<number>): Promise<number> {
    let isOver = false;
    let sent = 0;
    const from = performance.now();
    const repeat = async (): Promise<void> => {
      for (; !isOver; sent += 1) await this.#send();
    };
    const done = Promise.all(Array.from({ length: this.#callers }, repeat));
    await delay(untilFullMs);
    const result = await work();
    this.perSecond = (sent * 1000) / (performance.now() - from);
    isOver = true;
    await done;
    return result;
  }
}
