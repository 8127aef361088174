import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWhole, tell, UnusableFlag } from '../../../command-line/src/run-command.ts';
import { chosenPlants, type Proof } from '../launch/launch-proof.ts';
import { type Cluster, startPostgres } from '../sandbox/postgres.ts';
import { checkRun, reportBreaches } from './check-run.ts';
import { createDatabaseOn, type DisturbanceKind, disturbances, mountSmallDisk } from './disturbances.ts';
import { dataFolderOf, type RunPlace } from './evidence.ts';
import { runOutages } from './outages.ts';
import { runRounds } from './rounds.ts';
import { type Caught, type Fault, faults, plant } from './seeded-faults.ts';

/** The flags of a command line, as given. */
export interface CrashFlags {
  readonly fault?: string | undefined;
  readonly processes?: string | undefined;
  readonly rounds?: string | undefined;
  readonly clients?: string | undefined;
  readonly seed?: string | undefined;
  readonly engine: string;
  readonly plant?: string | undefined;
  readonly keep?: boolean | undefined;
}

interface OpenPlace {
  readonly place: RunPlace;
  readonly cluster: Cluster | undefined;
  readonly disk: string | undefined;
  readonly logDisk: string | undefined;
}

async function openPlace({ engine, keep }: CrashFlags, faults: readonly DisturbanceKind[]): Promise<OpenPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-crash-'));
  const masterKey = randomBytes(32).toString('hex');
  const small = (need: DisturbanceKind['needs'], at: string, owner: string): string | undefined =>
    faults.some(({ needs }) => needs === need) ? mountSmallDisk(at, owner, smallDiskMebibytes).folder : undefined;
  if (keep === true) tell(`The run is kept in ${folder}.`);
  else process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  if (engine === 'sqlite') {
    const disk = small('DISK', dataFolderOf(folder), 'root');
    return { place: { folder, databaseUrl: undefined, masterKey }, cluster: undefined, disk, logDisk: undefined };
  }
  // Beside the folder of the run, which only its owner may read.
  const logDisk = small('LOG_DISK', `${folder}-log`, 'postgres');
  const cluster = await startPostgres(logDisk === undefined ? {} : { logFolder: join(logDisk, 'log') });
  if (typeof cluster === 'string') throw new Error(cluster);
  const disk = small('DISK', `${folder}-small`, 'postgres');
  const databaseUrl = disk === undefined ? await cluster.createDatabase() : await createDatabaseOn(cluster, disk);
  return { place: { folder, databaseUrl, masterKey }, cluster, disk, logDisk };
}

/** The size of the disk for the data of a run; the rest of it is filled. */
const smallDiskMebibytes = 160;
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** The requested faults; none if the server itself is to be killed. */
function chosenDisturbances({ engine, fault }: CrashFlags): DisturbanceKind[] {
  if (engine !== 'sqlite' && engine !== 'postgres')
    throw new UnusableFlag(`--engine takes sqlite or postgres, not "${engine}".`);
  if (fault === undefined) return [];
  const known = disturbances.filter(
    ({ engines, needs }) => engines.includes(engine) && (canMount || needs === undefined),
  );
  if (fault === 'all') return known;
  return fault.split(',').map((name) => {
    const found = known.find((one) => one.name === name);
    if (found !== undefined) return found;
    throw new UnusableFlag(`--fault takes ${known.map((one) => one.name).join(', ')} on ${engine}, not "${name}".`);
  });
}

async function plantFaults(place: RunPlace, chosen: readonly Fault[]): Promise<Caught[]> {
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

/** Disturbs a server under load, reports losses and duplicates, and shows that the checks detect them. */
export async function proveCrash(values: CrashFlags): Promise<Proof> {
  const { engine } = values;
  const rounds = readWhole('--rounds', values.rounds, 20);
  const clients = readWhole('--clients', values.clients, 16);
  const seed = readWhole('--seed', values.seed, Date.now() % 1_000_000, 0);
  const chosen = chosenPlants(faults, values.plant);
  const disturbing = chosenDisturbances(values);
  const processes = readWhole('--processes', values.processes, engine === 'postgres' ? 2 : 1);
  const what = disturbing.length === 0 ? 'kills' : `times ${disturbing.map(({ name }) => name).join(', ')}`;
  tell(`${rounds} ${what} under the load of ${clients} clients on ${engine}, --seed ${seed}`);
  const { place, ...made } = await openPlace(values, disturbing);
  const load =
    disturbing.length === 0
      ? await runRounds({ place, rounds, clients, seed })
      : await runOutages({ place, ...made, faults: disturbing, rounds, processes, clients, seed });
  const results = await checkRun(place);
  reportBreaches(results);
  const breaches = results.reduce((count, result) => count + result.breaches.length, 0);
  const caught = await plantFaults(place, chosen);
  const unseen = caught.filter(({ by }) => by.length === 0).length;
  const figures = { engine, seed, ...load, checks: results.length, breaches, planted: caught.length, unseen };
  return { holds: breaches + unseen === 0, figures };
}
