import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { tell } from '../../command-line/src/run-command.ts';
import { launchSandbox, type SandboxAccess } from '../../proofs/src/sandbox/launch-sandbox.ts';
import { type Payer, payerQuote, preparePayers } from '../../proofs/src/sandbox/payers.ts';
import type { Cluster } from '../../proofs/src/sandbox/postgres.ts';
import { basicAuthorization, type Caller, createPooledCaller, expectStatus } from '../../server/test/caller.ts';
import { freePort } from '../../server/test/free-port.ts';
import { type Figures, median, type Rounds, ratio } from './figures.ts';
import { multiplyPayment, type SettledPayment } from './multiply-store.ts';
import { openStore } from './open-store.ts';

export interface GrowthOptions {
  readonly folder: string;
  /** `undefined` leaves PostgreSQL out. */
  readonly cluster: Cluster | undefined;
  readonly rounds: number;
  /** Payments in the small store and in the large one. */
  readonly small: number;
  readonly large: number;
}

/** A server on a store that holds many payments already. */
interface Grown {
  readonly caller: Caller;
  readonly payer: Payer;
  /** The requests that are timed, by the name of their figure. */
  readonly tasks: Readonly<Record<string, () => Promise<void>>>;
  stop(): Promise<void>;
}

const requestsPerRound = 60;

/** How much slower lists and payments get when the store holds a thousand times as much. */
export async function measureGrowth({ folder, cluster, rounds, small, large }: GrowthOptions): Promise<Figures> {
  const figures: Figures = { growthSmall: small, growthLarge: large };
  for (const engine of cluster === undefined ? (['Sqlite'] as const) : (['Sqlite', 'Postgres'] as const)) {
    const urlOf = engine === 'Postgres' ? () => cluster?.createDatabase() : () => undefined;
    const pair = [
      await grow(join(folder, `${engine}-small`), small, await urlOf()),
      await grow(join(folder, `${engine}-large`), large, await urlOf()),
    ] as const;
    for (const [name, ratios] of Object.entries(await compare(pair, rounds))) {
      figures[`${name}${engine}GrowthRatio`] = ratio(ratios.large, ratios.small);
      tell(
        `  ${engine.padEnd(9)} ${name.padEnd(18)} ${median(ratios.small).toFixed(2)} ms of ${small}, ${median(ratios.large).toFixed(2)} ms of ${large}`,
      );
    }
    for (const grown of pair) await grown.stop();
  }
  return figures;
}

/** Both stores in turns, task by task, so that the noise of the machine meets both. */
async function compare(
  [small, large]: readonly [Grown, Grown],
  rounds: number,
): Promise<Record<string, { small: Rounds; large: Rounds }>> {
  const measured: Record<string, { small: number[]; large: number[] }> = {};
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of Object.keys(small.tasks)) {
      const both = [await timed(small.tasks[name]), await timed(large.tasks[name])] as const;
      // The first round warms up.
      if (round === 0) continue;
      measured[name] ??= { small: [], large: [] };
      measured[name].small.push(both[0]);
      measured[name].large.push(both[1]);
    }
  }
  return measured;
}

/** The median time of one request, in milliseconds. */
async function timed(task: (() => Promise<void>) | undefined): Promise<number> {
  if (task === undefined) throw new Error('both stores have the same tasks');
  const times: number[] = [];
  for (let count = 0; count < requestsPerRound; count += 1) {
    const start = performance.now();
    await task();
    times.push(performance.now() - start);
  }
  return median(times);
}

/** A store with this many settled payments, and the real server on it. */
async function grow(dataFolder: string, payments: number, databaseUrl: string | undefined): Promise<Grown> {
  mkdirSync(dataFolder, { recursive: true });
  const launch = async (timeScale?: number) =>
    launchSandbox({
      dataFolder,
      port: await freePort(),
      databaseUrl,
      ...(timeScale === undefined ? {} : { timeScale }),
    });
  const first = await launch();
  const setUp = createPooledCaller(first, 1);
  const [payer] = await preparePayers(setUp, 1);
  if (payer === undefined) throw new Error('there is no payer');
  const payment = await settleOne(setUp, payer);
  await setUp.close();
  await first.stop();

  tell(`  filling a store with ${payments} payments`);
  const store = openStore(dataFolder, databaseUrl);
  await multiplyPayment(store.sql, payment, payments);
  await store.close();

  const sandbox = await launch();
  const caller = createPooledCaller(sandbox, 1);
  return {
    caller,
    payer,
    tasks: await tasksOf(sandbox, caller, payer),
    stop: async () => {
      await caller.close();
      await sandbox.stop();
    },
  };
}

async function settleOne(caller: Caller, payer: Payer): Promise<SettledPayment> {
  const body = payerQuote(payer, 10_000, { immediatelyExecute: true });
  const { id, transactionId } = expectStatus(await caller.request('POST', '/quotes', body), 201) as {
    id: string;
    transactionId: string;
  };
  for (;;) {
    const { status } = expectStatus(await caller.request('GET', `/transactions/${transactionId}`), 200) as {
      status: string;
    };
    if (status === 'COMPLETED') return { transactionId, quoteId: id };
    if (status !== 'PROCESSING') throw new Error(`the payment to be copied is ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function tasksOf(sandbox: SandboxAccess, caller: Caller, payer: Payer): Promise<Grown['tasks']> {
  const listOf = (path: string) => (query: string) => async (): Promise<void> => {
    expectStatus(await caller.request('GET', `${path}?limit=50${query}`), 200);
  };
  const list = listOf('/transactions');
  const events = listOf('/events');
  const entries = listOf(`/internal-accounts/${payer.accountId}/entries`);
  const middle = expectStatus(
    await caller.request('GET', '/transactions?limit=1&endDate=2020-01-01T08:00:00.000Z'),
    200,
  ) as {
    nextCursor: string;
  };
  const pending: string[] = [];
  const last = await lastPosition(sandbox, caller);
  return {
    list: list(''),
    listOfCustomer: list(`&customerId=${payer.customerId}`),
    listByStatus: list('&status=COMPLETED'),
    listByStatusOfFew: list('&status=EXPIRED'),
    listByReceiver: list(`&receiverAccountIdentifier=${payer.externalAccountId}`),
    listByUnknownReceiver: list('&receiverAccountIdentifier=nobody'),
    listByReference: list('&reference=nothing'),
    listDeep: list(`&cursor=${encodeURIComponent(middle.nextCursor)}`),
    events: events(''),
    eventsOfType: events('&type=OUTGOING_PAYMENT.COMPLETED'),
    eventsOfResource: events('&resourceId=nobody'),
    eventsByState: events('&status=DELIVERED'),
    eventsByStateOfFew: events('&status=DEAD'),
    eventsDeep: events('&createdBefore=2020-01-01T08:00:00.000Z'),
    entries: entries(''),
    entriesOldest: entries('&sortOrder=asc'),
    entriesOfKind: entries('&kind=PAYMENT_SENT'),
    entriesOfRareKind: entries('&kind=REFUND&createdAfter=2020-01-01T00:00:00.000Z'),
    entriesDeep: entries('&createdAfter=2020-01-01T02:00:00.000Z&createdBefore=2020-01-01T08:00:00.000Z'),
    streamFromBeginning: async () => void (await firstMessage(sandbox, 'E0.')),
    streamResumed: async () => void (await firstMessage(sandbox, last)),
    create: async () => {
      const quote = expectStatus(
        await caller.request('POST', '/quotes', payerQuote(payer, 10_000, { paymentRail: 'SEPA' })),
        201,
      );
      pending.push((quote as { id: string }).id);
    },
    execute: async () => {
      expectStatus(await caller.request('POST', `/quotes/${pending.shift()}/execute`, ''), 200);
    },
  };
}

/** The position of the first event behind another one, or of the next one. */
async function firstMessage({ baseUrl, tokenId, tokenSecret }: SandboxAccess, after?: string): Promise<string> {
  const abort = new AbortController();
  const query = after === undefined ? '' : `&lastEventId=${encodeURIComponent(after)}`;
  const answer = await fetch(`${baseUrl}/stream?types=EVENTS${query}`, {
    headers: { authorization: basicAuthorization(tokenId, tokenSecret) },
    signal: abort.signal,
  });
  if (answer.status !== 200 || answer.body === null) throw new Error(`no stream: ${await answer.text()}`);
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const part of answer.body as AsyncIterable<Uint8Array>) {
      text += decoder.decode(part, { stream: true });
      const position = /^id: (.+)$/m.exec(text)?.[1];
      if (position !== undefined) return position;
    }
  } finally {
    abort.abort();
  }
  throw new Error(`the stream ended without a message: ${text.slice(0, 300)}`);
}

/** That of an event with others behind it. */
async function lastPosition(sandbox: SandboxAccess, caller: Caller): Promise<string> {
  const told = firstMessage(sandbox);
  // Customers are told of as soon as they are there; until the stream is open, nobody hears of one.
  let isTold = false;
  void told.then(() => (isTold = true));
  for (let made = 0; !isTold; made += 1) {
    const customer = { customerType: 'INDIVIDUAL', fullName: `Follower ${made}` };
    expectStatus(await caller.request('POST', '/customers', JSON.stringify(customer)), 201);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return told;
}
