import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { readWhole, runScript, tell, UnusableFlag } from '../../../command-line/src/run-command.ts';
import type { Database } from '../../../server/src/ground/database/database.ts';
import { operationTable } from '../../../types/src/index.ts';
import type { Breach, FuzzReport } from './fuzz.ts';
import { chapterRequests } from './request.ts';
import { type Caught, catchPlant, plants } from './seeded-faults.ts';

const help = `Usage: pnpm adversary [flags]

Attacks a server of its own, on loopback and nowhere else. Every operation of the specification gets requests at
random: half of them valid, about things that are there, three in ten with one change, two in ten as damaged bytes.
No answer may be a fault (501 of what is not built aside), late, undeclared in its status, its headers or its body,
or give back what was sent; and afterwards the store has to hold. The same seed sends the same requests. Exit
status: 0 when everything holds, 1 on a breach.

  --requests NUMBER      requests of each operation (${5 * chapterRequests})
  --seed NUMBER          which requests; printed at the start (the time)
  --operation NAME,NAME  only these operations, by their operationId
  --engine NAME          sqlite or postgres (sqlite)
  --hang MS              how long an answer may take (2000)
  --plant NAME           afterwards, plant a mistake in the server and show that it is seen: all, or one of
                         ${plants.map(({ name }) => name).join(', ')}
  --json                 end with one line of figures on standard output
  --help                 show this text

A breach is told with the seed of its chapter: --seed THAT --requests ${chapterRequests} finds it again.
`;

const flags = {
  requests: { type: 'string' },
  seed: { type: 'string' },
  operation: { type: 'string' },
  engine: { type: 'string', default: 'sqlite' },
  hang: { type: 'string' },
  plant: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const values = readArguments(help, () => parseArgs({ options: flags }).values);

async function opener(): Promise<() => Promise<Database>> {
  if (values.engine === 'sqlite') {
    const { SqliteDatabase } = await import('../../../server/src/ground/database/sqlite-database.ts');
    const folder = mkdtempSync(join(tmpdir(), 'payments-adversary-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    let count = 0;
    return async () => {
      count += 1;
      return SqliteDatabase.open(join(folder, `${count}.sqlite`));
    };
  }
  if (values.engine !== 'postgres')
    throw new UnusableFlag(`--engine takes sqlite or postgres, not "${values.engine}".`);
  const { startPostgres } = await import('../sandbox/postgres.ts');
  const { PostgresDatabase } = await import('../../../server/src/ground/database/postgres-database.ts');
  const cluster = await startPostgres();
  if (typeof cluster === 'string') throw new Error(cluster);
  return async () => PostgresDatabase.open(await cluster.createDatabase(), 8);
}

function chosenOperations(): ReadonlySet<string> | undefined {
  const names = values.operation?.split(',');
  const unknown = names?.find((name) => !Object.hasOwn(operationTable, name));
  if (unknown !== undefined) throw new UnusableFlag(`--operation takes an operationId, not "${unknown}".`);
  return names && new Set(names);
}

function chosenPlants(): typeof plants {
  const chosen = plants.filter(({ name }) => values.plant === 'all' || values.plant === name);
  if (values.plant === undefined || chosen.length > 0) return chosen;
  throw new UnusableFlag(`--plant knows no mistake "${values.plant}"; --help lists them.`);
}

const longestShown = 1_500;
const shownBreaches = 50;

function tellBreaches(breaches: readonly Breach[]): void {
  for (const { operation, problem, seed, request } of breaches.slice(0, shownBreaches)) {
    tell(`BREACH  ${operation} ${problem.slice(0, longestShown)}`);
    tell(`        --seed ${seed}, ${request.slice(0, longestShown)}`);
  }
  if (breaches.length > shownBreaches) tell(`        and ${breaches.length - shownBreaches} more`);
}

async function catchPlants(open: () => Promise<Database>, seed: number): Promise<Caught[]> {
  const results: Caught[] = [];
  for (const plant of chosenPlants()) {
    const caught = await catchPlant(plant, open, seed);
    tell(
      caught.by === undefined
        ? `UNSEEN  planted ${caught.name}`
        : `seen    planted ${caught.name}: ${caught.by.slice(0, 100)}`,
    );
    results.push(caught);
  }
  return results;
}

function figuresOf({ breaches, manners, statuses, ...figures }: FuzzReport): Record<string, unknown> {
  return {
    ...figures,
    ...manners,
    statuses: values.json === true ? statuses : JSON.stringify(statuses),
    breaches: breaches.length,
  };
}

await runScript('adversary', async () => {
  const seed = readWhole('--seed', values.seed, Date.now() % 2 ** 31, 0);
  const requests = readWhole('--requests', values.requests, 5 * chapterRequests);
  const hangMs = readWhole('--hang', values.hang, 2_000);
  const only = chosenOperations();
  chosenPlants();
  tell(`${requests} requests of each operation on ${values.engine}, --seed ${seed}`);
  const open = await opener();
  const onProgress = (done: number): void => tell(`  ${done} requests`);
  const { fuzz } = await import('./fuzz.ts');
  const report = await fuzz({ open, requests, seed, hangMs, onProgress, ...(only && { only }) });
  tellBreaches(report.breaches);
  const caught = await catchPlants(open, seed);
  const unseen = caught.filter(({ by }) => by === undefined).length;
  const summary = { engine: values.engine, seed, ...figuresOf(report), planted: caught.length, unseen };
  const lines = Object.entries(summary).map(([name, value]) => `${name.padEnd(20)} ${value}`);
  process.stdout.write(values.json === true ? `${JSON.stringify(summary)}\n` : `${lines.join('\n')}\n`);
  return report.breaches.length + unseen === 0 ? 0 : 1;
});
