import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { launchProof } from '../launch/launch-proof.ts';

const help = `Usage: pnpm mutants [flags]

Plants mistakes in a copy of the server, one at a time, and runs for each the test that must detect it. The
working tree does not change. Exit status: 0 if every mistake is detected, 1 if one is not; a test that never
ends has detected nothing.

  --only TEXT   only mistakes whose name or test path contains the text
  --json        end with one line of figures on standard output
  --help        show this text
`;

const flags = { only: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
const values = readArguments(help, () => parseArgs({ options: flags }).values);

await launchProof('mutants', values, async () => {
  const { proveMutants } = await import('./prove-mutants.ts');
  return proveMutants(values);
});
