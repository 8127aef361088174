import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { tell } from '../../command-line/src/run-command.ts';
import { launchSandbox, type SandboxProcess } from '../../proofs/src/sandbox/launch-sandbox.ts';
import { preparePayers } from '../../proofs/src/sandbox/payers.ts';
import type { Cluster } from '../../proofs/src/sandbox/postgres.ts';
import { createPooledCaller, inTurns, type PooledCaller } from '../../server/test/caller.ts';
import { freePort } from '../../server/test/free-port.ts';
import { slowQuote } from './contenders.ts';
import { drivePayments, payByQuote } from './drive-payments.ts';
import { type Figures, median } from './figures.ts';
import { childrenOf, cpuSeconds, familyCpuSeconds, parentOf } from './process-figures.ts';

export interface ProcessesOptions {
  readonly folder: string;
  readonly cluster: Cluster;
  readonly clients: number;
  readonly rounds: number;
  readonly payments: number;
}

const counts = [1, 2, 3] as const;

/** The share of a processor that each part used. */
interface Busy {
  readonly perSecond: number;
  readonly servers: number;
  readonly postgres: number;
  readonly load: number;
}

interface Deployment {
  readonly servers: readonly SandboxProcess[];
  readonly callers: readonly PooledCaller[];
  readonly bodies: readonly string[];
}

/**
 * Payments per second of one, two and three processes on one PostgreSQL, in turns. The database has the last processor
 * for itself; the servers and the load share the others. This shows which part is the bottleneck.
 */
export async function measureProcesses(options: ProcessesOptions): Promise<Figures> {
  const { folder, cluster, clients, rounds } = options;
  const postmaster = await postmasterOf(cluster.url);
  const give = pinApart(postmaster);
  const deployments = new Map<number, Deployment>();
  for (const count of counts)
    deployments.set(count, await deploy(join(folder, `of-${count}`), count, cluster, clients));
  const measured = new Map<number, Busy[]>(counts.map((count) => [count, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [count, deployment] of deployments) {
      const busy = await drive(deployment, postmaster, options);
      tell(
        `  round ${round}/${rounds} ${count} processes: ${busy.perSecond.toFixed(0)} payments/s; busy: servers ${busy.servers.toFixed(2)}, PostgreSQL ${busy.postgres.toFixed(2)}, load ${busy.load.toFixed(2)}`,
      );
      // The first round is a warm-up.
      if (round > 0) measured.get(count)?.push(busy);
    }
  }
  for (const { servers, callers } of deployments.values()) {
    for (const caller of callers) await caller.close();
    for (const server of servers) await server.stop();
  }
  give();
  const figures: Figures = { processors: availableParallelism() };
  for (const [count, all] of measured) {
    for (const name of ['perSecond', 'servers', 'postgres', 'load'] as const)
      figures[`${name}Of${count}Processes`] = median(all.map((busy) => busy[name]));
  }
  return figures;
}

async function deploy(folder: string, count: number, cluster: Cluster, clients: number): Promise<Deployment> {
  const databaseUrl = await cluster.createDatabase();
  const servers: SandboxProcess[] = [];
  for (let index = 0; index < count; index += 1) {
    const dataFolder = join(folder, String(index));
    mkdirSync(dataFolder, { recursive: true });
    const port = await freePort();
    const flags = ['--processes', String(count)];
    servers.push(await launchSandbox({ dataFolder, port, databaseUrl, masterKey: '07'.repeat(32), flags }));
  }
  const [first] = servers;
  if (first === undefined) throw new Error('there is no server');
  // Each process has its own tokens; all of them accept those of the first one.
  const access = servers.map(({ baseUrl }) => ({ ...first, baseUrl }));
  const callers = access.map((each) => createPooledCaller(each, clients));
  const [caller] = callers;
  if (caller === undefined) throw new Error('there is no caller');
  return { servers, callers, bodies: (await preparePayers(caller, clients)).map(slowQuote) };
}

async function drive(
  { servers, callers, bodies }: Deployment,
  postmaster: number,
  options: ProcessesOptions,
): Promise<Busy> {
  const [first] = servers;
  if (first === undefined) throw new Error('there is no server');
  const ofServers = (): number => servers.reduce((sum, { program }) => sum + cpuSeconds(program.pid), 0);
  const before = { servers: ofServers(), postgres: familyCpuSeconds(postmaster), load: process.cpuUsage() };
  const pay = payByQuote(inTurns(callers));
  const { payments } = options;
  const { perSecond } = await drivePayments({ pid: first.program.pid, pay, bodies, payments });
  const seconds = payments / perSecond;
  const load = process.cpuUsage(before.load);
  return {
    perSecond,
    servers: (ofServers() - before.servers) / seconds,
    postgres: (familyCpuSeconds(postmaster) - before.postgres) / seconds,
    load: (load.user + load.system) / 1e6 / seconds,
  };
}

async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const parent = parentOf(rows[0]?.pid ?? 0);
  await client.end();
  if (parent === undefined) throw new Error('the database does not run on this machine');
  return parent;
}

/** Pins the database to the last processor and this program to the others; the returned function undoes it. */
function pinApart(postmaster: number): () => void {
  const last = availableParallelism() - 1;
  if (last === 0) return () => undefined;
  const pin = (pid: number, processors: string): void =>
    void execFileSync('taskset', ['-a', '-c', '-p', processors, String(pid)], { stdio: 'ignore' });
  for (const pid of [postmaster, ...childrenOf(postmaster)]) pin(pid, String(last));
  pin(process.pid, `0-${last - 1}`);
  return () => pin(process.pid, `0-${last}`);
}
