import { join } from 'node:path';
import { tell } from '../../command-line/src/run-command.ts';
import { type Contender, slowQuote, startServer } from './contenders.ts';
import { type DriveFigures, drivePayments } from './drive-payments.ts';
import { type Figures, median, ratio } from './figures.ts';
import type { ThroughputOptions } from './throughput.ts';

/**
 * The cost of the request log: servers with and without it, in turns, each going first equally often. Each round has
 * two new servers, because two processes of the same program differ by more than the measured effect.
 */
export async function measureRequestLog(options: ThroughputOptions): Promise<Figures> {
  const figures: Figures = {};
  for (const engine of ['Sqlite', 'Postgres'] as const) {
    if (engine === 'Postgres' && options.cluster === undefined) continue;
    Object.assign(figures, await compare(options, engine));
  }
  return figures;
}

const kinds = ['kept', 'off'] as const;
type Kind = (typeof kinds)[number];

async function start(
  { folder, cluster, clients }: ThroughputOptions,
  engine: 'Sqlite' | 'Postgres',
  kind: Kind,
  round: number,
): Promise<Contender> {
  const databaseUrl = engine === 'Postgres' ? await cluster?.createDatabase() : undefined;
  return startServer(join(folder, `${engine}-${kind}-${round}`), clients, slowQuote, {
    databaseUrl,
    isRequestLogOff: kind === 'off',
  });
}

/** The ratio of each pair: a disturbance slows adjacent turns alike, so more pairs of turns give a better result. */
const turnsOfRound = 3;

/** Waits until the log is written, so that it does not fall into the turn of the other server. */
const restMs = 1_500;

async function compare(options: ThroughputOptions, engine: 'Sqlite' | 'Postgres'): Promise<Figures> {
  const { rounds, payments } = options;
  const measured: Record<Kind, DriveFigures[]> = { kept: [], off: [] };
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? kinds : kinds.toReversed();
    const servers = new Map<Kind, Contender>();
    for (const kind of order) servers.set(kind, await start(options, engine, kind, round));
    for (const [, server] of servers) await drivePayments({ ...server, payments: payments / 3, restMs });
    for (let turn = 0; turn < turnsOfRound; turn += 1)
      for (const [kind, server] of turn % 2 === 0 ? servers : [...servers].toReversed()) {
        const figures = await drivePayments({ ...server, payments, restMs });
        measured[kind].push(figures);
        const { perSecond, serverMs } = figures;
        tell(`  ${engine} log ${kind}: ${perSecond.toFixed(0)} payments/s, server ${serverMs.toFixed(3)} ms CPU each`);
      }
    await Promise.all(Array.from(servers.values(), (server) => server.stop()));
  }
  const of = (kind: Kind, figure: keyof DriveFigures) => measured[kind].map((figures) => figures[figure]);
  return {
    [`cpuMsPerPaymentLogged${engine}`]: median(of('kept', 'serverMs')),
    [`cpuMsPerPaymentUnlogged${engine}`]: median(of('off', 'serverMs')),
    [`ratioLoggedToUnlogged${engine}`]: ratio(of('kept', 'perSecond'), of('off', 'perSecond')),
    [`cpuRatioLoggedToUnlogged${engine}`]: ratio(of('off', 'serverMs'), of('kept', 'serverMs')),
  };
}
