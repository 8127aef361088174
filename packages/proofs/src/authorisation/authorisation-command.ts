import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { runScript, tell, UnusableFlag } from '../../../command-line/src/run-command.ts';
import type { Database } from '../../../server/src/ground/database/database.ts';
import { PostgresDatabase } from '../../../server/src/ground/database/postgres-database.ts';
import { SqliteDatabase } from '../../../server/src/ground/database/sqlite-database.ts';
import { startTestServer, type TestServer } from '../../../server/test/test-server.ts';
import { loadSpecification } from '../../../types/src/spec.ts';
import { startPostgres } from '../sandbox/postgres.ts';
import { openCast } from './cast.ts';
import { nameOf } from './finding.ts';
import { runMatrix } from './matrix.ts';
import { measureReach } from './reach.ts';
import { type Caught, isAsExpected, plantFaults } from './seeded-faults.ts';
import { buildWorld } from './world.ts';

const help = `Usage: pnpm authorisation [flags]

Calls every operation of the specification as everybody who must not: without credentials, with a wrong secret,
with an unknown or a deleted token, without the permission, with the credentials of an agent, of another platform
and of the other environment. Wherever a request can name something, strangers name what really exists, and must
be answered to the byte as if nothing had that name; nothing of it may be shown, and nothing may change. Then each
name is tried in its own platform, where it has to matter. Exit status: 0 when everything holds, 1 on a leak, on an
operation that the matrix cannot try, or on a name that does not matter.

  --engine NAME   sqlite or postgres (sqlite)
  --plant NAME    afterwards, make a statement of the server forget its tenant and show that the matrix sees it:
                  all, or the name of one statement
  --json          end with one line of figures on standard output
  --help          show this text
`;

const flags = {
  engine: { type: 'string', default: 'sqlite' },
  plant: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const values = readArguments(help, () => parseArgs({ options: flags }).values);

async function openDatabase(): Promise<Database> {
  if (values.engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'payments-authorisation-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    return SqliteDatabase.open(join(folder, 'matrix.sqlite'));
  }
  if (values.engine !== 'postgres')
    throw new UnusableFlag(`--engine takes sqlite or postgres, not "${values.engine}".`);
  const cluster = await startPostgres();
  if (typeof cluster === 'string') throw new Error(cluster);
  return PostgresDatabase.open(await cluster.createDatabase(), 8);
}

const specification = loadSpecification();

async function reachOf(database: Database): Promise<{ readonly reached: number; readonly unreached: number }> {
  let worlds = 0;
  const servers: TestServer[] = [];
  const { reached, unreached } = await measureReach(specification, async () => {
    worlds += 1;
    const server = await startTestServer(database);
    servers.push(server);
    return buildWorld(server, `Dormouse${worlds}`);
  });
  for (const server of servers) await server.close();
  for (const place of unreached) tell(`BLIND   ${place}: its value makes no difference`);
  return { reached, unreached: unreached.length };
}

async function plantAll(database: Database): Promise<readonly Caught[]> {
  if (values.plant === undefined) return [];
  const isWanted = (statement: string): boolean => values.plant === 'all' || values.plant === statement;
  const planted = await plantFaults(database, specification, isWanted, (caught) => {
    const seen = caught.by === undefined ? 'unseen' : `seen by ${caught.by}`;
    tell(`${isAsExpected(caught) ? 'ok     ' : 'UNSEEN '} planted in ${caught.statement}: ${seen}`);
  });
  if (planted.length === 0) throw new UnusableFlag(`--plant knows no statement "${values.plant}".`);
  return planted;
}

await runScript('authorisation', async () => {
  const database = await openDatabase();
  const cast = await openCast(database);
  const matrix = await runMatrix(specification, cast);
  await cast.close();
  for (const leak of matrix.leaks) tell(`LEAK    ${nameOf(leak)}: ${leak.problem}`);
  for (const { operation, problem } of matrix.gaps) tell(`GAP     ${operation} ${problem}`);
  const reach = await reachOf(database);
  const planted = await plantAll(database);
  const unseen = planted.filter((caught) => !isAsExpected(caught)).length;
  const summary = {
    engine: database.engine,
    operations: matrix.operations,
    served: matrix.served,
    cells: matrix.cells.length,
    leaks: matrix.leaks.length,
    gaps: matrix.gaps.length,
    ...reach,
    planted: planted.length,
    unseen,
  };
  const lines = Object.entries(summary).map(([name, value]) => `${name.padEnd(20)} ${value}`);
  process.stdout.write(values.json === true ? `${JSON.stringify(summary)}\n` : `${lines.join('\n')}\n`);
  return summary.leaks + summary.gaps + summary.unreached + unseen === 0 ? 0 : 1;
});
