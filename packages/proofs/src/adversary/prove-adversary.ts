import { readWhole, tell, UnusableFlag } from '../../../command-line/src/run-command.ts';
import type { Database } from '../../../server/src/ground/database/database.ts';
import { operationTable } from '../../../types/src/index.ts';
import { chosenPlants, type Proof } from '../launch/launch-proof.ts';
import { openStores } from '../launch/stores.ts';
import { chapterRequests } from './chapters.ts';
import { type Breach, fuzz } from './fuzz.ts';
import { type Caught, catchPlant, type Plant, plants } from './seeded-faults.ts';

/** The flags of a command line, as given. */
export interface AdversaryFlags {
  readonly requests?: string | undefined;
  readonly seed?: string | undefined;
  readonly operation?: string | undefined;
  readonly engine: string;
  readonly hang?: string | undefined;
  readonly plant?: string | undefined;
}

function chosenOperations(asked: string | undefined): ReadonlySet<string> | undefined {
  const names = asked?.split(',');
  const unknown = names?.find((name) => !Object.hasOwn(operationTable, name));
  if (unknown !== undefined) throw new UnusableFlag(`--operation takes an operationId, not "${unknown}".`);
  return names && new Set(names);
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

async function catchPlants(chosen: readonly Plant[], open: () => Promise<Database>, seed: number): Promise<Caught[]> {
  const results: Caught[] = [];
  for (const plant of chosen) {
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

/** Attacks a server on its own stores, and reports breaches. */
export async function proveAdversary(values: AdversaryFlags): Promise<Proof> {
  const { engine } = values;
  const seed = readWhole('--seed', values.seed, Date.now() % 2 ** 31, 0);
  const requests = readWhole('--requests', values.requests, 5 * chapterRequests);
  const hangMs = readWhole('--hang', values.hang, 2_000);
  const only = chosenOperations(values.operation);
  const chosen = chosenPlants(plants, values.plant);
  tell(`${requests} requests of each operation on ${engine}, --seed ${seed}`);
  const open = await openStores(engine, 'adversary');
  const onProgress = (done: number): void => tell(`  ${done} requests`);
  const report = await fuzz({ open, requests, seed, hangMs, onProgress, ...(only && { only }) });
  tellBreaches(report.breaches);
  const caught = await catchPlants(chosen, open, seed);
  const unseen = caught.filter(({ by }) => by === undefined).length;
  const { breaches, manners, statuses, ...counts } = report;
  const found = { ...counts, ...manners, statuses, breaches: breaches.length };
  const figures = { engine, seed, ...found, planted: caught.length, unseen };
  return { holds: breaches.length + unseen === 0, figures };
}
