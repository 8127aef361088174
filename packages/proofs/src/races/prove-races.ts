import { tell, UnusableFlag } from '../../../command-line/src/run-command.ts';
import type { Proof } from '../launch/launch-proof.ts';
import { startPostgres } from '../sandbox/postgres.ts';
import { lockingStatements } from './lockless.ts';
import { openStage } from './open-stage.ts';
import { nameOf, type Oddity, race } from './race.ts';
import type { Pair } from './requests.ts';

/** The flags of a command line, as given. */
export interface RacesFlags {
  readonly pair?: string | undefined;
  readonly plant?: string | undefined;
}

/** The pairs of one store, which keeps all copies of its scene until its end. */
const chapterPairs = 40;

/** Outcomes that no order has and that are accepted, by pair, and why. */
const accepted: Readonly<Record<string, string>> = {
  'delete the customer + pay the customer':
    'the payment fails with ACCOUNT_CANNOT_RECEIVE and is refunded, as after a later end of the account',
  'agent transfers out + agent deletes the payee':
    'the transfer is refused, and its repeat says that the payee is gone',
  'agent transfers in + agent deletes the payee': 'the transfer is refused, and its repeat says that the payee is gone',
};

interface Races {
  readonly pairs: number;
  readonly accepted: number;
  readonly oddities: readonly Oddity[];
}

/** Races the wanted pairs, each chapter in a store of its own. With a limit it ends after so many oddities. */
async function raceAll(
  isWanted: (pair: Pair) => boolean,
  plant?: string,
  most = Number.POSITIVE_INFINITY,
): Promise<Races> {
  const oddities: Oddity[] = [];
  let acceptedCount = 0;
  for (let from = 0; ; from += chapterPairs) {
    const stage = await openStage(plant);
    const wanted = stage.pairs.filter(isWanted);
    for (const pair of wanted.slice(from, from + chapterPairs)) {
      const oddity = await race(stage, pair);
      const reason = oddity && accepted[oddity.pair];
      if (reason !== undefined) acceptedCount += 1;
      else if (oddity !== undefined) oddities.push(oddity);
      if (oddity !== undefined && plant === undefined)
        tell(reason === undefined ? `ODD     ${oddity.pair}: ${oddity.problem}` : `accepted ${oddity.pair}: ${reason}`);
      if (oddities.length >= most) break;
    }
    for (const problem of await stage.close()) oddities.push({ pair: `${from} to ${from + chapterPairs}`, problem });
    const done = Math.min(from + chapterPairs, wanted.length);
    if (plant === undefined) tell(`${done} of ${wanted.length} pairs`);
    if (done === wanted.length || oddities.length >= most) return { pairs: done, accepted: acceptedCount, oddities };
  }
}

interface Caught {
  readonly statement: string;
  readonly by: string | undefined;
}

async function plantAll(plant: string | undefined, isWanted: (pair: Pair) => boolean): Promise<readonly Caught[]> {
  if (plant === undefined) return [];
  const statements = lockingStatements().filter((name) => plant === 'all' || name.includes(plant));
  if (statements.length === 0) throw new UnusableFlag(`--plant knows no statement "${plant}".`);
  const caught: Caught[] = [];
  for (const statement of statements) {
    const { oddities } = await raceAll(isWanted, statement, 1);
    const by = oddities[0] && `${oddities[0].pair}: ${oddities[0].problem.split('\n')[0]}`;
    tell(`${by === undefined ? 'UNSEEN ' : 'ok     '} ${statement} without its lock: ${by ?? 'nothing is odd'}`);
    caught.push({ statement, by });
  }
  return caught;
}

/** Races pairs of requests on copies of one scene, and reports outcomes that no order of the two has. */
export async function proveRaces({ pair, plant }: RacesFlags): Promise<Proof> {
  const cluster = await startPostgres();
  if (typeof cluster === 'string') throw new Error(cluster);
  const isWanted = (given: Pair): boolean => pair === undefined || nameOf(given).includes(pair);
  const { pairs, oddities, accepted: acceptedPairs } = await raceAll(isWanted);
  if (pairs === 0) throw new UnusableFlag(`--pair matches no pair with "${pair}".`);
  const planted = await plantAll(plant, isWanted);
  const unseen = planted.filter(({ by }) => by === undefined).length;
  cluster.stop();
  return {
    holds: oddities.length === 0,
    figures: { pairs, oddities: oddities.length, accepted: acceptedPairs, planted: planted.length, unseen },
  };
}
