import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { tell } from '../../command-line/src/run-command.ts';
import { launchSandbox } from '../../proofs/src/sandbox/launch-sandbox.ts';
import { type Payer, payerQuote, preparePayers } from '../../proofs/src/sandbox/payers.ts';
import type { Cluster } from '../../proofs/src/sandbox/postgres.ts';
import { type Caller, createPooledCaller, expectStatus } from '../../server/test/caller.ts';
import { freePort } from '../../server/test/free-port.ts';
import { type Figures, percentile } from './figures.ts';
import { copyTimes, multiplyPurchase } from './multiply-store.ts';
import { openStore } from './open-store.ts';

export interface CardOptions {
  readonly folder: string;
  /** `undefined` omits PostgreSQL. */
  readonly cluster: Cluster | undefined;
  /** Purchases in the small store and in the large one. */
  readonly small: number;
  readonly large: number;
  /** How many of each are timed, one at a time and in turns. */
  readonly requests: number;
}

/**
 * The time to decide about a purchase, which a card network waits for, compared with the execution of a payment: one
 * client over HTTP, in turns, on a store with few purchases and on one with many.
 */
export async function measureCards({ folder, cluster, small, large, requests }: CardOptions): Promise<Figures> {
  const figures: Figures = { cardPurchasesSmall: small, cardPurchasesLarge: large };
  for (const engine of cluster === undefined ? (['Sqlite'] as const) : (['Sqlite', 'Postgres'] as const)) {
    for (const [size, purchases] of Object.entries({ Small: small, Large: large })) {
      const url = engine === 'Postgres' ? await cluster?.createDatabase() : undefined;
      const times = await timeOn(join(folder, `cards-${engine}-${size}`), url, purchases, requests);
      for (const [name, values] of Object.entries(times)) {
        for (const percent of [50, 99]) figures[`${name}P${percent}${engine}${size}Ms`] = percentile(values, percent);
        tell(
          `  ${engine.padEnd(9)} ${name.padEnd(10)} p50 ${percentile(values, 50).toFixed(2)} ms, p99 ${percentile(values, 99).toFixed(2)} ms of ${purchases}`,
        );
      }
    }
  }
  return figures;
}

/** The durations of single requests, in milliseconds. */
interface Times {
  readonly authorize: number[];
  readonly execute: number[];
}

async function timeOn(
  dataFolder: string,
  databaseUrl: string | undefined,
  purchases: number,
  requests: number,
): Promise<Times> {
  mkdirSync(dataFolder, { recursive: true });
  const launch = async () => launchSandbox({ dataFolder, port: await freePort(), databaseUrl });
  const first = await launch();
  const setUp = createPooledCaller(first, 1);
  const [payer] = await preparePayers(setUp, 1);
  if (payer === undefined) throw new Error('there is nobody who pays');
  const cardId = await issue(setUp, payer);
  await purchase(setUp, cardId, 'financial_authorization');
  const { data } = expectStatus(await setUp.request('GET', `/transactions?cardId=${cardId}`), 200);
  await setUp.close();
  await first.stop();

  tell(`  filling a store with ${purchases} purchases`);
  const store = openStore(dataFolder, databaseUrl);
  await multiplyPurchase(store.sql, data[0].id, purchases, copyTimes(purchases, Date.now()));
  await store.close();

  const sandbox = await launch();
  const caller = createPooledCaller(sandbox, 1);
  const times: Times = { authorize: [], execute: [] };
  // A tenth more, because the first ones are slow.
  const warmUp = Math.ceil(requests / 10);
  for (let count = 0; count < requests + warmUp; count += 1) {
    const quote = await caller.request('POST', '/quotes', payerQuote(payer, 10_000, { paymentRail: 'SEPA' }));
    const { id } = expectStatus(quote, 201);
    const executed = await timed(() => caller.request('POST', `/quotes/${id}/execute`, ''), 200);
    const authorized = await timed(() => purchase(caller, cardId, 'authorization'), 202);
    if (count < warmUp) continue;
    times.execute.push(executed);
    times.authorize.push(authorized);
  }
  await caller.close();
  await sandbox.stop();
  return times;
}

async function timed(ask: () => ReturnType<Caller['request']>, expected: number): Promise<number> {
  const start = performance.now();
  const answer = await ask();
  const duration = performance.now() - start;
  expectStatus(answer, expected);
  return duration;
}

function purchase(caller: Caller, cardId: string, kind: string): ReturnType<Caller['request']> {
  const body = { amount: 1_250, currency: { code: 'USD' }, merchant: { descriptor: 'CORNER BOOKSHOP' } };
  return caller.request('POST', `/sandbox/cards/${cardId}/simulate/${kind}`, body);
}

async function issue(caller: Caller, { customerId, accountId }: Payer): Promise<string> {
  const order = { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [accountId] };
  const { id } = expectStatus(await caller.request('POST', '/cards', order), 201);
  for (;;) {
    const { state } = expectStatus(await caller.request('GET', `/cards/${id}`), 200);
    if (state === 'ACTIVE') return id;
    if (state !== 'PROCESSING') throw new Error(`the card is ${state}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
