import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { tell } from '../../command-line/src/run-command.ts';
import { startNode } from '../../proofs/src/sandbox/child-processes.ts';
import { expectStatus } from '../../server/test/caller.ts';
import { freePort } from '../../server/test/free-port.ts';
import { openReceiver, type Receiver } from '../../server/test/receiver.ts';
import { slowQuote, startServer } from './contenders.ts';
import { drivePayments, type Pay } from './drive-payments.ts';
import { type Figures, median, ratio } from './figures.ts';
import { firstAnswer } from './first-answer.ts';

export interface EmulatorOptions {
  readonly folder: string;
  readonly clients: number;
  readonly rounds: number;
  readonly payments: number;
}

interface Contestant {
  readonly pid: number;
  readonly pay: Pay;
  readonly bodies: readonly string[];
  /** The number of webhooks per payment; none without an endpoint. */
  readonly arrivals: Arrivals | undefined;
  stop(): Promise<void>;
}

/** Counts webhooks and returns 200. */
interface Arrivals {
  readonly endpoint: string;
  readonly seen: () => { readonly count: number; readonly lastAtMs: number };
  readonly close: Receiver['close'];
}

async function openArrivals(): Promise<Arrivals> {
  let seen = { count: 0, lastAtMs: 0 };
  const { origin, close } = await openReceiver(() => {
    seen = { count: seen.count + 1, lastAtMs: performance.now() };
    return { status: 200 };
  });
  return { endpoint: `${origin}/webhooks`, seen: () => seen, close };
}

/**
 * Payments per second compared with an emulator of another payments interface, which keeps everything in memory and
 * has no ledger: creating and confirming a payment intent there, creating and executing a quote here. Without an
 * endpoint our store is also in memory; with one it is durable, and a payment counts once all its webhooks arrived.
 */
export async function measureEmulator(options: EmulatorOptions): Promise<Figures> {
  const { folder, clients, rounds, payments } = options;
  const contestants = {
    Memory: await ours(folder, clients, false),
    Emulator: await theirs(folder, clients, false),
    SqliteWithEndpoint: await ours(folder, clients, true),
    EmulatorWithEndpoint: await theirs(folder, clients, true),
  };
  const names = Object.keys(contestants) as (keyof typeof contestants)[];
  const measured: Record<keyof typeof contestants, number[]> = {
    ...{ Memory: [], Emulator: [], SqliteWithEndpoint: [], EmulatorWithEndpoint: [] },
  };
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const perSecond = await paidPerSecond(contestants[name], payments);
      tell(`  round ${round}/${rounds} ${name.padEnd(22)} ${perSecond.toFixed(0).padStart(6)} payments/s`);
      // The first round is a warm-up.
      if (round > 0) measured[name].push(perSecond);
    }
  }
  for (const name of names) await contestants[name].stop();
  return {
    ...Object.fromEntries(names.map((name) => [`paymentsPerSecond${name}`, median(measured[name])])),
    ratioMemoryToEmulator: ratio(measured.Memory, measured.Emulator),
    ratioSqliteToEmulatorWithEndpoint: ratio(measured.SqliteWithEndpoint, measured.EmulatorWithEndpoint),
  };
}

/** Time limit for the webhooks of the last payment. */
const silenceMs = 1_000;

async function paidPerSecond({ arrivals, ...contestant }: Contestant, payments: number): Promise<number> {
  const startMs = performance.now();
  const before = arrivals?.seen().count ?? 0;
  const { perSecond } = await drivePayments({ ...contestant, payments });
  if (arrivals === undefined) return perSecond;
  const paidMs = performance.now();
  const lastMs = (): number => Math.max(arrivals.seen().lastAtMs, paidMs);
  while (performance.now() - lastMs() < silenceMs) await delay(50);
  const arrived = arrivals.seen().count - before;
  if (arrived < payments) throw new Error(`${arrived} webhooks tell of ${payments} payments`);
  return payments / ((lastMs() - startMs) / 1000);
}

async function ours(folder: string, clients: number, hasEndpoint: boolean): Promise<Contestant> {
  const dataFolder = join(folder, hasEndpoint ? 'with-endpoint' : 'in-memory');
  const flags = hasEndpoint ? [] : ['--memory'];
  const server = await startServer(dataFolder, clients, slowQuote, { flags });
  const arrivals = hasEndpoint ? await openArrivals() : undefined;
  if (arrivals !== undefined)
    expectStatus(await server.caller.request('PATCH', '/config', { webhookEndpoint: arrivals.endpoint }), 200);
  return {
    ...{ pid: server.pid, bodies: server.bodies, pay: server.pay, arrivals },
    stop: async () => {
      await server.stop();
      await arrivals?.close();
    },
  };
}

const program = fileURLToPath(new URL('../node_modules/emulate/dist/index.js', import.meta.url));

async function theirs(folder: string, clients: number, hasEndpoint: boolean): Promise<Contestant> {
  const arrivals = hasEndpoint ? await openArrivals() : undefined;
  const dataFolder = join(folder, hasEndpoint ? 'emulator-with-endpoint' : 'emulator');
  mkdirSync(dataFolder, { recursive: true });
  const seed = join(dataFolder, 'seed.json');
  const webhooks = arrivals === undefined ? [] : [{ url: arrivals.endpoint, events: ['*'], secret: 'whsec_bench' }];
  writeFileSync(seed, JSON.stringify({ stripe: { webhooks } }));
  const port = await freePort();
  const child = startNode([program, 'start', '--service', 'stripe', '--port', String(port), '--seed', seed]);
  const origin = `http://127.0.0.1:${port}`;
  await firstAnswer(`${origin}/v1/customers`, child.ended);
  const pool = new Pool(origin, { connections: clients, pipelining: 1 });
  return {
    pid: child.pid,
    bodies: Array.from({ length: clients }, () => 'amount=10000&currency=usd&payment_method=pm_card_visa'),
    pay: payByIntent(pool),
    arrivals,
    stop: async () => {
      await pool.destroy();
      child.signal('SIGKILL');
      await child.ended;
      await arrivals?.close();
    },
  };
}

/** The emulator accepts 5,000 requests per token and hour, and any token. */
const requestsOfToken = 4_000;

function payByIntent(pool: Pool): Pay {
  let requests = 0;
  const post = async (path: string, body: string): Promise<{ id: string; status: string }> => {
    requests += 1;
    const headers = {
      authorization: `Bearer sk_test_bench${Math.floor(requests / requestsOfToken)}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const answer = await pool.request({ method: 'POST', path, headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${path} got ${answer.statusCode}: ${text.slice(0, 300)}`);
    return JSON.parse(text) as { id: string; status: string };
  };
  return async (body) => {
    const { id } = await post('/v1/payment_intents', body);
    const { status } = await post(`/v1/payment_intents/${id}/confirm`, 'payment_method=pm_card_visa');
    if (status !== 'succeeded') throw new Error(`the payment intent is ${status}`);
  };
}
