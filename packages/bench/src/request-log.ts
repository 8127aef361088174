import { join } from 'node:path';
import { tell } from '../../command-line/src/run-command.ts';
import { type Contender, slowQuote, startServer } from './contenders.ts';
import { type DriveFigures, drivePayments } from './drive-payments.ts';
import { type Figures, median, ratio } from './figures.ts';
import type { ThroughputOptions } from './throughput.ts';

/** What the log of requests costs: the same server with it and without it, in turns, of which each goes first as often. */
export async function measureRequestLog(options: ThroughputOptions): Promise<Figures> {
  const figures: Figures = {};
  for (const engine of ['Sqlite', 'Postgres'] as const) {
    if (engine === 'Postgres' && options.cluster === undefined) continue;
    const [kept, off] = [await start(options, engine, false), await start(options, engine, true)];
    Object.assign(figures, await compare(options, engine, { kept, off }));
    await Promise.all([kept.stop(), off.stop()]);
  }
  return figures;
}

async function start(
  { folder, cluster, clients }: ThroughputOptions,
  engine: 'Sqlite' | 'Postgres',
  isOff: boolean,
): Promise<Contender> {
  const databaseUrl = engine === 'Postgres' ? await cluster?.createDatabase() : undefined;
  return startServer(join(folder, `${engine}-${isOff ? 'off' : 'kept'}`), clients, slowQuote, {
    databaseUrl,
    isRequestLogOff: isOff,
  });
}

/** Requests are written down a moment later, and not in the turn of the other server. */
const restMs = 1_500;

interface Pair {
  readonly kept: Contender;
  readonly off: Contender;
}

async function compare({ rounds, payments }: ThroughputOptions, engine: string, pair: Pair): Promise<Figures> {
  const measured = { kept: [] as DriveFigures[], off: [] as DriveFigures[] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? (['kept', 'off'] as const) : (['off', 'kept'] as const)) {
      const figures = await drivePayments({ ...pair[name], payments, restMs });
      // The first round warms up.
      if (round > 0) measured[name].push(figures);
      const { perSecond, serverMs } = figures;
      tell(`  ${engine} log ${name}: ${perSecond.toFixed(0)} payments/s, server ${serverMs.toFixed(3)} ms CPU each`);
    }
  }
  const of = (name: keyof Pair, figure: keyof DriveFigures) => measured[name].map((figures) => figures[figure]);
  return {
    [`cpuMsPerPaymentLogged${engine}`]: median(of('kept', 'serverMs')),
    [`cpuMsPerPaymentUnlogged${engine}`]: median(of('off', 'serverMs')),
    [`ratioLoggedToUnlogged${engine}`]: ratio(of('kept', 'perSecond'), of('off', 'perSecond')),
    [`cpuRatioLoggedToUnlogged${engine}`]: ratio(of('off', 'serverMs'), of('kept', 'serverMs')),
  };
}
