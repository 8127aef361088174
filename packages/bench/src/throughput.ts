import { join } from 'node:path';
import { tell } from '../../command-line/src/run-command.ts';
import type { Cluster } from '../../proofs/src/sandbox/postgres.ts';
import { type Contender, slowQuote, startBare, startPrism, startServer } from './contenders.ts';
import { type DriveFigures, drivePayments } from './drive-payments.ts';
import { type Figures, median, type Rounds, ratio } from './figures.ts';

export interface ThroughputOptions {
  readonly folder: string;
  /** `undefined` omits PostgreSQL. */
  readonly cluster: Cluster | undefined;
  readonly clients: number;
  readonly rounds: number;
  /** Payments of one contender in one round. */
  readonly payments: number;
}

/** Payments per second of the server against its bare ceiling on both engines, and against Prism, in turns. */
export async function measureThroughput(options: ThroughputOptions): Promise<Figures> {
  const contenders = await startContenders(options);
  const measured = new Map<string, DriveFigures[]>([...contenders.keys()].map((name) => [name, []]));
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const [name, contender] of contenders) {
      const figures = await drivePayments({ ...contender, payments: options.payments });
      // The first round is a warm-up: pools fill, code is compiled, files grow.
      if (round > 0) measured.get(name)?.push(figures);
      const { perSecond, serverMs, clientMs } = figures;
      tell(
        `  round ${round}/${options.rounds} ${name.padEnd(28)} ${perSecond.toFixed(0).padStart(6)} payments/s, server ${serverMs.toFixed(2)} ms CPU each, load ${clientMs.toFixed(2)} ms`,
      );
    }
  }
  for (const contender of contenders.values()) await contender.stop();
  return figuresOf(measured);
}

async function startContenders({ folder, cluster, clients }: ThroughputOptions): Promise<Map<string, Contender>> {
  const contenders = new Map<string, Contender>();
  const sqlite = await startServer(join(folder, 'sqlite'), clients, slowQuote);
  contenders.set('Sqlite', sqlite);
  contenders.set('SqliteBare', await startBare(folder, clients, { file: join(folder, 'bare.sqlite') }));
  if (cluster !== undefined) {
    contenders.set(
      'Postgres',
      await startServer(join(folder, 'postgres'), clients, slowQuote, { databaseUrl: await cluster.createDatabase() }),
    );
    contenders.set(
      'PostgresBare',
      await startBare(join(folder, 'bare'), clients, { databaseUrl: await cluster.createDatabase() }),
    );
    contenders.set(
      'PostgresBareInTurns',
      await startBare(join(folder, 'bare-in-turns'), clients, { databaseUrl: await cluster.createDatabase() }, true),
    );
  }
  contenders.set('Prism', await startPrism(sqlite.bodies));
  return contenders;
}

function figuresOf(measured: ReadonlyMap<string, readonly DriveFigures[]>): Figures {
  const rounds = (name: string, figure: keyof DriveFigures): Rounds | undefined =>
    measured.get(name)?.map((figures) => figures[figure]);
  const compare = (mine: string, theirs: string): number | null => {
    const [a, b] = [rounds(mine, 'perSecond'), rounds(theirs, 'perSecond')];
    return a === undefined || b === undefined ? null : ratio(a, b);
  };
  const compareCpu = (mine: string, theirs: string): number | null => {
    const [a, b] = [rounds(mine, 'serverMs'), rounds(theirs, 'serverMs')];
    return a === undefined || b === undefined ? null : ratio(b, a);
  };
  const figures: Figures = {};
  for (const name of ['Sqlite', 'SqliteBare', 'Postgres', 'PostgresBare', 'PostgresBareInTurns', 'Prism']) {
    const [speed, cpu] = [rounds(name, 'perSecond'), rounds(name, 'serverMs')];
    figures[`paymentsPerSecond${name}`] = speed === undefined ? null : median(speed);
    figures[`cpuMsPerPayment${name}`] = cpu === undefined ? null : median(cpu);
  }
  return {
    ...figures,
    ratioSqliteToBare: compare('Sqlite', 'SqliteBare'),
    cpuRatioSqliteToBare: compareCpu('Sqlite', 'SqliteBare'),
    ratioPostgresToBare: compare('Postgres', 'PostgresBare'),
    cpuRatioPostgresToBare: compareCpu('Postgres', 'PostgresBare'),
    ratioPostgresToBareInTurns: compare('Postgres', 'PostgresBareInTurns'),
    ratioSqliteToPrism: compare('Sqlite', 'Prism'),
    ratioPostgresToPrism: compare('Postgres', 'Prism'),
  };
}
