import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { readWhole, runScript, tell, UnusableFlag } from '../../../command-line/src/run-command.ts';
import { type Cluster, startPostgres } from '../sandbox/postgres.ts';
import { checkRun, type RunBreaches } from './check-run.ts';
import { createDatabaseOn, type DisturbanceKind, disturbances, mountSmallDisk } from './disturbances.ts';
import { dataFolderOf, type RunPlace } from './evidence.ts';
import { runOutages } from './outages.ts';
import { runRounds } from './rounds.ts';
import { type Caught, faults, plant } from './seeded-faults.ts';

const help = `Usage: pnpm crash [flags]

Kills the server with SIGKILL in the middle of load, again and again, and proves afterwards that nothing
was lost and nothing happened twice: clients write down what they mean to do before they send it, retry
under the same Idempotency-Key until they are answered, and a receiver writes down every webhook; all of it
is then held against the store. Exit status: 0 when every promise holds, 1 on a breach.

With --fault, it is not the server that is killed: what it stands on is disturbed under load, and no process
may die, lose or double anything, answer anything but 503 with Retry-After meanwhile, or take more than five
seconds to work again once everything is there.

  --fault NAME,NAME  in turns: ${disturbances.map(({ name, does }) => `${name}, ${does}`).join(';\n                     ')};
                     all, every one that the engine knows and that can be made here
  --processes NUMBER processes of the server on one database, with --fault (2 on postgres, 1 on sqlite)
  --rounds NUMBER    kills, or faults (20)
  --clients NUMBER   clients that pay at the same time (16)
  --seed NUMBER      when to kill and what to pay; printed at the start (the time)
  --engine NAME      sqlite or postgres (sqlite)
  --plant NAME       afterwards, plant a fault in a copy of the data and show that the checks see it: all, or one of
                     ${faults.map(({ name }) => name).join(', ')}
  --keep             leave the folder of the run behind, and say where it is
  --json             end with one line of figures on standard output
  --help             show this text
`;

const flags = {
  fault: { type: 'string' },
  processes: { type: 'string' },
  rounds: { type: 'string' },
  clients: { type: 'string' },
  seed: { type: 'string' },
  engine: { type: 'string', default: 'sqlite' },
  plant: { type: 'string' },
  keep: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const values = readArguments(help, () => parseArgs({ options: flags }).values);

interface OpenPlace {
  readonly place: RunPlace;
  readonly cluster: Cluster | undefined;
  readonly disk: string | undefined;
  readonly logDisk: string | undefined;
}

async function openPlace(faults: readonly DisturbanceKind[]): Promise<OpenPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-crash-'));
  const masterKey = randomBytes(32).toString('hex');
  const small = (need: DisturbanceKind['needs'], at: string, owner: string): string | undefined =>
    faults.some(({ needs }) => needs === need) ? mountSmallDisk(at, owner, smallDiskMebibytes).folder : undefined;
  if (values.keep === true) tell(`The run is kept in ${folder}.`);
  else process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  if (values.engine === 'sqlite') {
    const disk = small('DISK', dataFolderOf(folder), 'root');
    return { place: { folder, databaseUrl: undefined, masterKey }, cluster: undefined, disk, logDisk: undefined };
  }
  // Beside the folder of the run, into which only its owner may look.
  const logDisk = small('LOG_DISK', `${folder}-log`, 'postgres');
  const cluster = await startPostgres(logDisk === undefined ? {} : { logFolder: join(logDisk, 'log') });
  if (typeof cluster === 'string') throw new Error(cluster);
  const disk = small('DISK', `${folder}-small`, 'postgres');
  const databaseUrl = disk === undefined ? await cluster.createDatabase() : await createDatabaseOn(cluster, disk);
  return { place: { folder, databaseUrl, masterKey }, cluster, disk, logDisk };
}

/** Room for the data of a run; what is left of it is filled. */
const smallDiskMebibytes = 160;
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** The faults that were asked for; none where the server itself is to be killed. */
function chosenDisturbances(): DisturbanceKind[] {
  const engine = values.engine;
  if (engine !== 'sqlite' && engine !== 'postgres')
    throw new UnusableFlag(`--engine takes sqlite or postgres, not "${engine}".`);
  if (values.fault === undefined) return [];
  const known = disturbances.filter(
    ({ engines, needs }) => engines.includes(engine) && (canMount || needs === undefined),
  );
  if (values.fault === 'all') return known;
  return values.fault.split(',').map((name) => {
    const found = known.find((one) => one.name === name);
    if (found !== undefined) return found;
    throw new UnusableFlag(`--fault takes ${known.map((one) => one.name).join(', ')} on ${engine}, not "${name}".`);
  });
}

const shownBreaches = 5;

function report(results: readonly RunBreaches[]): void {
  for (const { check, promise, breaches } of results) {
    tell(`${breaches.length === 0 ? 'ok     ' : 'BREACH '} ${check}: ${promise}`);
    for (const breach of breaches.slice(0, shownBreaches)) tell(`          ${breach}`);
    if (breaches.length > shownBreaches) tell(`          and ${breaches.length - shownBreaches} more`);
  }
}

function chosenFaults(): typeof faults {
  const chosen = faults.filter(({ name }) => values.plant === 'all' || values.plant === name);
  if (values.plant === undefined || chosen.length > 0) return chosen;
  throw new UnusableFlag(`--plant knows no fault "${values.plant}"; --help lists them.`);
}

async function plantFaults(place: RunPlace, chosen: typeof faults): Promise<Caught[]> {
  const caught: Caught[] = [];
  for (const fault of chosen) {
    const found = await plant(fault, place);
    tell(
      found.by.length === 0 ? `UNSEEN  planted ${fault.name}` : `seen    planted ${fault.name}: ${found.by.join(', ')}`,
    );
    caught.push(found);
  }
  return caught;
}

await runScript('crash', async () => {
  const rounds = readWhole('--rounds', values.rounds, 20);
  const clients = readWhole('--clients', values.clients, 16);
  const seed = readWhole('--seed', values.seed, Date.now() % 1_000_000, 0);
  const chosen = chosenFaults();
  const disturbing = chosenDisturbances();
  const processes = readWhole('--processes', values.processes, values.engine === 'postgres' ? 2 : 1);
  const what = disturbing.length === 0 ? 'kills' : `times ${disturbing.map(({ name }) => name).join(', ')}`;
  tell(`${rounds} ${what} under the load of ${clients} clients on ${values.engine}, --seed ${seed}`);
  const { place, ...made } = await openPlace(disturbing);
  const figures =
    disturbing.length === 0
      ? await runRounds({ place, rounds, clients, seed })
      : await runOutages({ place, ...made, faults: disturbing, rounds, processes, clients, seed });
  const results = await checkRun(place);
  report(results);
  const breaches = results.reduce((count, result) => count + result.breaches.length, 0);
  const caught = await plantFaults(place, chosen);
  const unseen = caught.filter(({ by }) => by.length === 0).length;
  const summary = {
    engine: values.engine,
    seed,
    ...figures,
    checks: results.length,
    breaches,
    planted: caught.length,
    unseen,
  };
  if (values.json === true) process.stdout.write(`${JSON.stringify(summary)}\n`);
  else
    process.stdout.write(
      `${Object.entries(summary)
        .map(([name, value]) => `${name.padEnd(20)} ${value}`)
        .join('\n')}\n`,
    );
  return breaches + unseen === 0 ? 0 : 1;
});
