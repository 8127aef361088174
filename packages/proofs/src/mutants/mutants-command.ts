import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { launchProof } from '../launch/launch-proof.ts';

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

await launchProof('mutants', values, async () => {
  const { proveMutants } = await import('./prove-mutants.ts');
  return proveMutants(values);
});
