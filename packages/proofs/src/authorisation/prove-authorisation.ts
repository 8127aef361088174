import { tell, UnusableFlag } from '../../../command-line/src/run-command.ts';
import type { Database } from '../../../server/src/ground/database/database.ts';
import { startTestServer, type TestServer } from '../../../server/test/test-server.ts';
import { loadSpecification } from '../../../types/src/spec.ts';
import type { Proof } from '../launch/launch-proof.ts';
import { openStores } from '../launch/stores.ts';
import { openCast, platformOptions } from './cast.ts';
import { nameOf } from './finding.ts';
import { runMatrix } from './matrix.ts';
import { measureReach } from './reach.ts';
import { type Caught, isAsExpected, plantFaults } from './seeded-faults.ts';
import { buildWorld } from './world.ts';

const specification = loadSpecification();

async function reachOf(database: Database): Promise<{ readonly reached: number; readonly unreached: number }> {
  let worlds = 0;
  const servers: TestServer[] = [];
  const { reached, unreached } = await measureReach(specification, async () => {
    worlds += 1;
    const server = await startTestServer(database, platformOptions);
    servers.push(server);
    return buildWorld(server, `Dormouse${worlds}`);
  });
  for (const server of servers) await server.close();
  for (const place of unreached) tell(`BLIND   ${place}: its value makes no difference`);
  return { reached, unreached: unreached.length };
}

async function plantAll(database: Database, plant: string | undefined): Promise<readonly Caught[]> {
  if (plant === undefined) return [];
  const isWanted = (statement: string): boolean =>
    plant === 'all' || statement.toLowerCase().includes(plant.toLowerCase());
  const planted = await plantFaults(database, specification, isWanted, (caught) => {
    const seen = caught.by === undefined ? 'unseen' : `seen by ${caught.by}`;
    tell(`${isAsExpected(caught) ? 'ok     ' : 'UNSEEN '} planted in ${caught.statement}: ${seen}`);
  });
  if (planted.length === 0) throw new UnusableFlag(`--plant knows no statement "${plant}".`);
  return planted;
}

/** The flags of a command line, as given. */
export interface AuthorisationFlags {
  readonly engine: string;
  readonly plant?: string | undefined;
}

/** Runs the matrix, and reports its findings. */
export async function proveAuthorisation(values: AuthorisationFlags): Promise<Proof> {
  const open = await openStores(values.engine, 'authorisation');
  const database = await open();
  const cast = await openCast(database);
  const matrix = await runMatrix(specification, cast);
  await cast.close();
  for (const leak of matrix.leaks) tell(`LEAK    ${nameOf(leak)}: ${leak.problem}`);
  for (const { operation, problem } of matrix.gaps) tell(`GAP     ${operation} ${problem}`);
  const reach = await reachOf(database);
  const planted = await plantAll(database, values.plant);
  const unseen = planted.filter((caught) => !isAsExpected(caught)).length;
  const figures = {
    engine: database.engine,
    operations: matrix.operations,
    cells: matrix.cells.length,
    leaks: matrix.leaks.length,
    gaps: matrix.gaps.length,
    ...reach,
    planted: planted.length,
    unseen,
  };
  return { holds: figures.leaks + figures.gaps + figures.unreached + unseen === 0, figures };
}
