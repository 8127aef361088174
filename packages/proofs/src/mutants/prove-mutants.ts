import { tell, UnusableFlag } from '../../../command-line/src/run-command.ts';
import type { Proof } from '../launch/launch-proof.ts';
import { temporaryFolder } from '../launch/stores.ts';
import { startPostgres } from '../sandbox/postgres.ts';
import { mutants } from './mutants.ts';
import { copyRepository, runMutant } from './run-mutant.ts';

/** Plants the mistakes one at a time, and reports those that no test detects. */
export async function proveMutants({ only = '' }: { readonly only?: string | undefined }): Promise<Proof> {
  const chosen = mutants.filter(({ name, test: [file] }) => name.includes(only) || file.includes(only));
  if (chosen.length === 0) throw new UnusableFlag(`No mutant has "${only}" in its name or in the path of its test.`);
  const folder = temporaryFolder('mutants');
  // One cluster for all, passed through the environment that the tests read.
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
  return { holds: unseen.length === 0, figures, text: `${figures.caught} of ${figures.mutants} caught.\n` };
}
