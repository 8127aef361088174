import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readArguments } from '../../command-line/src/read-arguments.ts';
import { readWhole, runScript, tell, UnusableFlag } from '../../command-line/src/run-command.ts';
import { table } from '../../command-line/src/table.ts';
import type { Cluster } from '../../proofs/src/sandbox/postgres.ts';
import { type Figures, roundedFigures } from './figures.ts';

const help = `Usage: pnpm bench [flags]

Compares the server with the limits of its machine and with Prism, in turns: medians over rounds, ratios round
by round. No traffic leaves the machine, and nothing is asserted. The stores are in a temporary folder: if that
is in memory, set TMPDIR to a folder on a disk.

  payments   creating and executing over HTTP, 32 clients, against the bare ceiling of the same engine (the same
             HTTP stack replays the very statements that the server made for one payment, as durably, without
             the server's own code) on SQLite and on PostgreSQL, and against Prism on the same two requests
  requests   creating and executing with the log of requests and without it, 32 clients, on both engines
  scale      rows, round trips and bytes of one payment, what it leaves in each table, and payments from one account
             against those from as many as there are clients, on both engines
  processes  payments of one, two and three processes on one PostgreSQL that has a processor for itself, and what is
             busy then
  emulator   creating and executing against creating and confirming a payment intent of a public emulator of another
             interface, which keeps everything in memory; both without an endpoint for webhooks and with one
  webhooks   delivering a backlog against signing and posting the same bodies
  neighbours how late webhooks are while one neighbour refuses 8,000 of them and another never answers, against a
             quiet hour, with one process and with two; duplicates; how long a stop takes in the middle of it
  crowds     quotes of one platform beside 400 connections of another, and beside 400 of callers with wrong
             credentials, against the same alone
  streams    payments of a platform that 200 live streams follow, against the same without them; what 1,000 streams
             that have come and gone leave in memory
  sandbox    the published packages as a test has them: the start of the built server against that of the sources, a
             test of one payment with its webhook, what 100 sandboxes and 200 worlds one after the other leave
  start      launch to first answer and memory at rest, against Prism and \`pnpm mock\` on the same specification;
             \`npm start\` the second time
  memory     resident memory after --payments payments that settled
  spec       bundling and generating after an edit of the specification, and checking the types of a program
             that uses the client
  cards      deciding about a purchase against executing a payment, one client, in a store of a million purchases
             and in one of a thousand
  growth     lists of 50 transactions, events and entries, the first message of a stream, creating and executing in a
             store of a million payments against one of a thousand

  --only PART,PART     some of: payments, requests, scale, processes, emulator, webhooks, neighbours,
                       crowds, streams, sandbox, start, memory, cards, growth, spec
  --payments NUMBER    payments of the memory part (100000)
  --stored NUMBERS     payments in the larger stores of the growth part, such as 100000,5000000 (1000000)
  --engine NAME        engine of the growth part, sqlite or postgres (both)
  --rounds NUMBER      measured rounds (5)
  --clients NUMBER     concurrent clients (32)
  --quick              small numbers, to see that everything works: the figures mean little
  --json               end with one line of named figures on standard output
  --help               show this text
`;

const parts = [
  'payments',
  'requests',
  'scale',
  'processes',
  'emulator',
  'webhooks',
  'neighbours',
  'crowds',
  'streams',
  'sandbox',
  'start',
  'memory',
  'cards',
  'growth',
  'spec',
] as const;
type Part = (typeof parts)[number];

const engines = ['sqlite', 'postgres'] as const;
type Engine = (typeof engines)[number];

const flags = {
  only: { type: 'string' },
  payments: { type: 'string' },
  stored: { type: 'string' },
  engine: { type: 'string' },
  rounds: { type: 'string' },
  clients: { type: 'string' },
  quick: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const values = readArguments(help, () => parseArgs({ options: flags }).values);

interface Plan {
  readonly chosen: ReadonlySet<Part>;
  readonly isQuick: boolean;
  readonly rounds: number;
  readonly clients: number;
  readonly payments: number;
  readonly stored: readonly number[];
  readonly engines: readonly Engine[];
}

function readPlan(): Plan {
  const isQuick = values.quick === true;
  const names = values.only?.split(',') ?? parts;
  const chosen = new Set(parts.filter((part) => names.includes(part)));
  if (chosen.size !== names.length)
    throw new UnusableFlag(`--only takes some of ${parts.join(', ')}, not "${values.only}".`);
  return {
    chosen,
    isQuick,
    rounds: readWhole('--rounds', values.rounds, isQuick ? 2 : 5),
    clients: readWhole('--clients', values.clients, 32),
    payments: readWhole('--payments', values.payments, isQuick ? 1_000 : 100_000),
    engines: readEngines(),
    stored: values.stored?.split(',').map((size) => readWhole('--stored', size, 1)) ?? [isQuick ? 10_000 : 1_000_000],
  };
}

function readEngines(): readonly Engine[] {
  const chosen = engines.filter((engine) => values.engine === undefined || values.engine === engine);
  if (chosen.length === 0) throw new UnusableFlag(`--engine takes ${engines.join(' or ')}, not "${values.engine}".`);
  return chosen;
}

async function startCluster(): Promise<Cluster | undefined> {
  const { startPostgres } = await import('../../proofs/src/sandbox/postgres.ts');
  const postgres = await startPostgres();
  if (typeof postgres !== 'string') return postgres;
  tell(`  ${postgres}. SQLite only.`);
  return undefined;
}

async function clusterOf(chosen: readonly Engine[]): Promise<Cluster | undefined> {
  const cluster = chosen.includes('postgres') ? await startCluster() : undefined;
  if (cluster === undefined && !chosen.includes('sqlite'))
    throw new UnusableFlag('There is no PostgreSQL for --engine postgres.');
  return cluster;
}

/** Measures beside a cluster of PostgreSQL, where there can be one. */
async function beside(work: (cluster: Cluster | undefined) => Promise<Figures>): Promise<Figures> {
  const cluster = await startCluster();
  const figures = await work(cluster);
  cluster?.stop();
  return figures;
}

/** The parts that drive payments, each on both engines. */
async function measurePayments({ chosen, isQuick, rounds, clients }: Plan, folder: string): Promise<Figures> {
  const figures: Figures = {};
  if (chosen.has('payments')) {
    tell('Payments per second');
    const { measureThroughput } = await import('./throughput.ts');
    const options = { folder, clients, rounds, payments: isQuick ? 200 : 2_000 };
    Object.assign(figures, await beside((cluster) => measureThroughput({ ...options, cluster })));
  }
  if (chosen.has('requests')) {
    tell('Payments per second with the log of requests and without it');
    const { measureRequestLog } = await import('./request-log.ts');
    // Two processes of one program differ by more than what is asked for, so it takes more pairs of them.
    const options = { folder, clients, rounds: rounds * 2, payments: isQuick ? 200 : 3_000 };
    Object.assign(figures, await beside((cluster) => measureRequestLog({ ...options, cluster })));
  }
  if (chosen.has('scale')) {
    tell('One payment, and one account');
    const { measureScale } = await import('./scale.ts');
    const options = { folder, clients, rounds, payments: isQuick ? 200 : 1_000 };
    Object.assign(figures, await beside((cluster) => measureScale({ ...options, cluster })));
  }
  if (chosen.has('streams')) {
    tell('Payments that live streams follow');
    const { measureStreams } = await import('./streams.ts');
    const options = { folder, clients, rounds, payments: isQuick ? 200 : 3_000 };
    Object.assign(figures, await beside((cluster) => measureStreams({ ...options, cluster })));
  }
  return figures;
}

/** What one platform feels of others. */
async function measureOthers({ chosen, isQuick, rounds }: Plan, folder: string): Promise<Figures> {
  const figures: Figures = {};
  if (chosen.has('neighbours')) {
    tell('Webhooks beside neighbours who take none');
    const { measureNeighbours } = await import('./neighbours.ts');
    const cluster = await startCluster();
    const [refusedEvents, silentEvents, seconds] = isQuick ? [800, 30, 2] : [8_000, 300, 8];
    Object.assign(figures, await measureNeighbours({ folder, cluster, rounds, seconds, refusedEvents, silentEvents }));
    cluster?.stop();
  }
  if (chosen.has('crowds')) {
    tell('Requests beside a crowd');
    const { measureCrowds } = await import('./crowds.ts');
    const [callers, seconds] = isQuick ? [100, 1] : [400, 4];
    Object.assign(figures, await beside((cluster) => measureCrowds({ folder, cluster, rounds, callers, seconds })));
  }
  return figures;
}

async function measure(plan: Plan, folder: string): Promise<Figures> {
  const { chosen, isQuick, rounds, clients, payments, stored } = plan;
  const figures: Figures = { rounds, clients };
  if (chosen.has('start')) {
    tell('Start and memory at rest');
    const { measureStartUp } = await import('./start-up.ts');
    Object.assign(figures, await measureStartUp(folder, rounds));
  }
  Object.assign(figures, await measurePayments(plan, folder));
  if (chosen.has('processes')) {
    tell('Processes on one PostgreSQL');
    const { measureProcesses } = await import('./processes.ts');
    const options = { folder, clients, rounds, payments: isQuick ? 200 : 2_000 };
    const one = async (cluster: Cluster | undefined) =>
      cluster === undefined ? {} : measureProcesses({ ...options, cluster });
    Object.assign(figures, await beside(one));
  }
  if (chosen.has('emulator')) {
    tell('Payments per second against an emulator in memory');
    const { measureEmulator } = await import('./emulator.ts');
    Object.assign(figures, await measureEmulator({ folder, clients, rounds, payments: isQuick ? 200 : 3_000 }));
  }
  if (chosen.has('webhooks')) {
    tell('Webhooks per second');
    const { measureWebhooks } = await import('./webhooks.ts');
    Object.assign(figures, await measureWebhooks({ folder, clients, rounds, events: isQuick ? 500 : 5_000 }));
  }
  Object.assign(figures, await measureOthers(plan, folder));
  if (chosen.has('sandbox')) {
    tell('The sandbox inside tests');
    const { measureEmbedded } = await import('./embedded.ts');
    Object.assign(figures, await measureEmbedded({ folder, rounds, isQuick }));
  }
  if (chosen.has('memory')) {
    tell('Memory after payments');
    const { measureMemory } = await import('./memory.ts');
    Object.assign(figures, await measureMemory(folder, clients, payments));
  }
  if (chosen.has('cards')) {
    tell('Decisions about purchases');
    const { measureCards } = await import('./cards.ts');
    const [small, large, requests] = isQuick ? [100, 10_000, 100] : [1_000, 1_000_000, 500];
    Object.assign(figures, await beside((cluster) => measureCards({ folder, cluster, small, large, requests })));
  }
  if (chosen.has('growth')) {
    tell('Growth of the store');
    const { measureGrowth } = await import('./growth.ts');
    const cluster = await clusterOf(plan.engines);
    const small = isQuick ? 100 : 1_000;
    Object.assign(
      figures,
      await measureGrowth({ folder, engines: plan.engines, cluster, rounds, sizes: [small, ...stored] }),
    );
    cluster?.stop();
  }
  if (chosen.has('spec')) {
    tell('A change of the specification');
    const { measureSpecification } = await import('./specification.ts');
    Object.assign(figures, measureSpecification(rounds));
  }
  return roundedFigures(figures);
}

await runScript('bench', async () => {
  const plan = readPlan();
  const folder = mkdtempSync(join(tmpdir(), 'payments-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const figures = await measure(plan, folder);
  const rows = Object.entries(figures).map(([name, value]) => [name, value === null ? 'not measured' : String(value)]);
  process.stdout.write(values.json === true ? `${JSON.stringify(figures)}\n` : table(rows));
  return 0;
});
