import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tell } from '../../command-line/src/run-command.ts';
import { launchSandbox, type SandboxAccess } from '../../proofs/src/sandbox/launch-sandbox.ts';
import { type Payer, payerQuote, preparePayers } from '../../proofs/src/sandbox/payers.ts';
import type { Cluster } from '../../proofs/src/sandbox/postgres.ts';
import { basicAuthorization, type Caller, createPooledCaller, expectStatus } from '../../server/test/caller.ts';
import { freePort } from '../../server/test/free-port.ts';
import { type Figures, median, percentile, ratio } from './figures.ts';
import {
  copyTimes,
  madeAt,
  multiplyPayment,
  multiplyPerson,
  type SettledPayment,
  type StoreSql,
} from './multiply-store.ts';
import { openStore } from './open-store.ts';

export interface GrowthOptions {
  readonly folder: string;
  readonly engines: readonly StoreSql['engine'][];
  /** `undefined` omits PostgreSQL. */
  readonly cluster: Cluster | undefined;
  readonly rounds: number;
  /** Payments in each store, in ascending order: the others are compared with the first. */
  readonly sizes: readonly number[];
}

/** A server on a store with many payments. */
interface Grown {
  readonly payments: number;
  /** The requests that are timed, by the name of their figure. */
  readonly tasks: Readonly<Record<string, () => Promise<void>>>;
  stop(): Promise<void>;
}

/** The durations of one kind of request on one store, in milliseconds: the median of each round, and all values. */
interface Taken {
  readonly medians: number[];
  readonly all: number[];
}

const requestsPerRound = 200;

/** How much slower lists and payments are when the store has a thousand times as many payments. */
export async function measureGrowth({ folder, engines, cluster, rounds, sizes }: GrowthOptions): Promise<Figures> {
  const figures: Figures = {};
  for (const chosen of engines) {
    if (chosen === 'postgres' && cluster === undefined) continue;
    const engine = chosen === 'postgres' ? 'Postgres' : 'Sqlite';
    const stores: Grown[] = [];
    for (const size of sizes) {
      const databaseUrl = chosen === 'postgres' ? await cluster?.createDatabase() : undefined;
      stores.push(await grow(join(folder, `${engine}-${size}`), size, databaseUrl));
    }
    for (const [name, [small, ...large]] of Object.entries(await compare(stores, rounds))) {
      if (small === undefined) throw new Error('nothing was measured');
      tell(`  ${engine.padEnd(9)} ${name.padEnd(22)} ${shown(small)} of ${sizes[0]}`);
      for (const [index, taken] of large.entries()) {
        const size = sizes[index + 1];
        const p50 = ratio(taken.medians, small.medians);
        const p99 = percentile(taken.all, 99) / percentile(small.all, 99);
        figures[`${name}${engine}P50At${size}`] = p50;
        figures[`${name}${engine}P99At${size}`] = p99;
        tell(`${' '.repeat(35)}${shown(taken)} of ${size}: ${p50.toFixed(2)} and ${p99.toFixed(2)} times`);
      }
    }
    for (const store of stores) await store.stop();
  }
  return figures;
}

function shown({ medians, all }: Taken): string {
  return `p50 ${median(medians).toFixed(2)} ms, p99 ${percentile(all, 99).toFixed(2)} ms`;
}

/** All stores in turns, request by request, so that noise of the machine affects each of them. */
async function compare(stores: readonly Grown[], rounds: number): Promise<Record<string, Taken[]>> {
  const measured: Record<string, Taken[]> = {};
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of Object.keys(stores[0]?.tasks ?? {})) {
      measured[name] ??= stores.map(() => ({ medians: [], all: [] }));
      const times = await timed(stores, name);
      // The first round is a warm-up.
      if (round === 0) continue;
      for (const [index, { medians, all }] of measured[name].entries()) {
        medians.push(median(times[index] ?? []));
        all.push(...(times[index] ?? []));
      }
    }
  }
  return measured;
}

/** The duration of each request on each store, in milliseconds. */
async function timed(stores: readonly Grown[], name: string): Promise<number[][]> {
  const times = stores.map((): number[] => []);
  for (let count = 0; count < requestsPerRound; count += 1) {
    for (const [index, { tasks }] of stores.entries()) {
      const task = tasks[name];
      if (task === undefined) throw new Error('all stores have the same tasks');
      const start = performance.now();
      await task();
      times[index]?.push(performance.now() - start);
    }
  }
  return times;
}

const paymentsPerCustomer = 10;

/** A store with this many settled payments, and the real server on it. */
async function grow(dataFolder: string, payments: number, databaseUrl: string | undefined): Promise<Grown> {
  mkdirSync(dataFolder, { recursive: true });
  const launch = async () => launchSandbox({ dataFolder, port: await freePort(), databaseUrl });
  const first = await launch();
  const setUp = createPooledCaller(first, 1);
  const [payer] = await preparePayers(setUp, 1);
  if (payer === undefined) throw new Error('there is no payer');
  const payment = await settleOne(setUp, payer);
  await setUp.close();
  await first.stop();

  tell(`  filling a store with ${payments} payments`);
  const store = openStore(dataFolder, databaseUrl);
  const times = copyTimes(payments, Date.now());
  await multiplyPayment(store.sql, payment, payments, times);
  await multiplyPerson(store.sql, payer, Math.ceil(payments / paymentsPerCustomer), times);
  await store.close();

  const sandbox = await launch();
  const caller = createPooledCaller(sandbox, 1);
  return {
    payments,
    tasks: await tasksOf({ sandbox, caller, payer, transactionId: payment.transactionId }, (copy) =>
      madeAt(times, copy),
    ),
    stop: async () => {
      await caller.close();
      await sandbox.stop();
      // The disk may be too small for the stores of both engines at the same time.
      rmSync(dataFolder, { recursive: true });
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

interface Running {
  readonly sandbox: SandboxAccess;
  readonly caller: Caller;
  readonly payer: Payer;
  readonly transactionId: string;
}

type ListOf = (path: string) => (query: string) => () => Promise<void>;

function tasksOfPeople(listOf: ListOf, { customerId }: Payer): Grown['tasks'] {
  const customers = listOf('/customers');
  const accounts = listOf('/customers/internal-accounts');
  const payees = listOf('/customers/external-accounts');
  return {
    customers: customers(''),
    customersOfRareType: customers('&customerType=BUSINESS'),
    customersOfRareVerification: customers('&verificationStatus=REJECTED'),
    customersOfRareRegion: customers('&region=NZ'),
    customersOfRareCurrency: customers('&currency=JPY'),
    customersChangedSince: customers(`&updatedAfter=${new Date().toISOString()}`),
    accountsOfCustomer: accounts(`&customerId=${customerId}`),
    accountsOfRareStatus: accounts('&status=FROZEN'),
    accountsOfRareType: accounts('&type=INTERNAL_CRYPTO'),
    accountsOfRareCurrency: accounts('&currency=JPY'),
    externalAccountsOfRareStatus: payees('&status=UNDER_REVIEW'),
    externalAccountsOfRareCurrency: payees('&currency=JPY'),
  };
}

/** A page deep in a list is one with a few hundred copies after it, the same number in each store. */
async function tasksOf(
  { sandbox, caller, payer, transactionId }: Running,
  copyMadeAt: (copy: number) => string,
): Promise<Grown['tasks']> {
  const [early, deep] = [copyMadeAt(120), copyMadeAt(480)];
  const listOf: ListOf = (path) => (query) => async () => {
    expectStatus(await caller.request('GET', `${path}?limit=50${query}`), 200);
  };
  const list = listOf('/transactions');
  const events = listOf('/events');
  const entries = listOf(`/internal-accounts/${payer.accountId}/entries`);
  const middle = expectStatus(await caller.request('GET', `/transactions?limit=1&endDate=${deep}`), 200) as {
    nextCursor: string;
  };
  const pending: string[] = [];
  const last = await lastPosition(sandbox, caller);
  return {
    get: async () => void expectStatus(await caller.request('GET', `/transactions/${transactionId}`), 200),
    list: list(''),
    listOfPlatformCustomer: list('&platformCustomerId=nobody'),
    listOfCustomer: list(`&customerId=${payer.customerId}`),
    listByStatus: list('&status=COMPLETED'),
    listByStatusOfFew: list('&status=EXPIRED'),
    listByType: list('&type=OUTGOING'),
    listByTypeOfFew: list('&type=CARD'),
    listByAccount: list(`&accountIdentifier=${payer.accountId}`),
    listBySender: list(`&senderAccountIdentifier=${payer.accountId}`),
    listByReceiver: list(`&receiverAccountIdentifier=${payer.externalAccountId}`),
    listByUnknownReceiver: list('&receiverAccountIdentifier=nobody'),
    listByReference: list('&reference=nothing'),
    listOfCard: list('&cardId=Card:00000000-0000-7000-8000-000000000000'),
    listByCardStatusOfFew: list('&cardTransactionStatus=EXCEPTION'),
    listOfAgent: list('&agentId=Agent:00000000-0000-7000-8000-000000000000'),
    listBetween: list(`&startDate=${early}&endDate=${deep}`),
    listOldest: list('&sortOrder=asc'),
    listDeep: list(`&cursor=${encodeURIComponent(middle.nextCursor)}`),
    events: events(''),
    eventsOfType: events('&type=OUTGOING_PAYMENT.COMPLETED'),
    eventsOfResource: events('&resourceId=nobody'),
    eventsOfRequest: events('&requestId=ApiRequest:00000000-0000-7000-8000-000000000000'),
    eventsByState: events('&status=DELIVERED'),
    eventsByStateOfFew: events('&status=DEAD'),
    eventsDeep: events(`&createdBefore=${deep}`),
    entries: entries(''),
    entriesOldest: entries('&sortOrder=asc'),
    entriesOfKind: entries('&kind=PAYMENT_SENT'),
    entriesOfRareKind: entries(`&kind=REFUND&createdAfter=${copyMadeAt(0)}`),
    entriesDeep: entries(`&createdAfter=${early}&createdBefore=${deep}`),
    ...tasksOfPeople(listOf, payer),
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

/** The position of the first event after another one, or of the next one. */
async function firstMessage({ baseUrl, tokenId, tokenSecret }: SandboxAccess, after?: string): Promise<string> {
  const abort = new AbortController();
  const query = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
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

/** The position of an event that has others after it. */
async function lastPosition(sandbox: SandboxAccess, caller: Caller): Promise<string> {
  const told = firstMessage(sandbox);
  // A customer is announced as soon as it exists, so the stream must be open before.
  let isTold = false;
  void told.then(() => (isTold = true));
  for (let made = 0; !isTold; made += 1) {
    const customer = { customerType: 'INDIVIDUAL', fullName: `Follower ${made}` };
    expectStatus(await caller.request('POST', '/customers', JSON.stringify(customer)), 201);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return told;
}
