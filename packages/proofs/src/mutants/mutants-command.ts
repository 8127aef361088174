import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { runScript, tell, UnusableFlag } from '../../../command-line/src/run-command.ts';
import { startPostgres } from '../sandbox/postgres.ts';
import { mutants } from './mutants.ts';
import { copyRepository, runMutant } from './run-mutant.ts';

const help = `Usage: pnpm mutants [flags]

Makes mistakes in a copy of the server, one at a time, and runs for each the test that must notice it. The
working tree stays as it is. Exit status: 0 when every mistake is noticed, 1 when one is not; a test that
never ends has noticed nothing.

  --only TEXT   those whose name, or the path of whose test, contains the text
  --json        end with one line of figures on standard output
  --help        show this text
`;

const flags = { only: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
const values = readArguments(help, () => parseArgs({ options: flags }).values);

await runScript('mutants', async () => {
  const { only = '' } = values;
  const chosen = mutants.filter(({ name, test: [file] }) => name.includes(only) || file.includes(only));
  if (chosen.length === 0) throw new UnusableFlag(`No mutant has "${only}" in its name or in the path of its test.`);
  const folder = mkdtempSync(join(tmpdir(), 'payments-mutants-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // One cluster for all, handed on through the environment that the tests look at.
  const cluster = await startPostgres();
  if (typeof cluster === 'string') tell(`${cluster}. The tests run on SQLite only.`);
  copyRepository(folder);
  const unseen: string[] = [];
  for (const [index, mutant] of chosen.entries()) {
    const verdict = await runMutant(folder, mutant);
    if (verdict !== 'CAUGHT') unseen.push(mutant.name);
    tell(`${String(index + 1).padStart(3)}/${chosen.length} ${verdict.padEnd(8)} ${mutant.name}`);
  }
  const figures = { mutants: chosen.length, caught: chosen.length - unseen.length, unseen };
  process.stdout.write(
    values.json === true ? `${JSON.stringify(figures)}\n` : `${figures.caught} of ${figures.mutants} caught.\n`,
  );
  return unseen.length === 0 ? 0 : 1;
});
