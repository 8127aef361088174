import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { launchProof } from '../launch/launch-proof.ts';

const help = `Usage: pnpm mutation-score [flags]

Lets StrykerJS make every mistake that it knows, some hundreds, in what decides about money, states, entries, fees
and prices without a store, and runs the pure tests of these files against each. \`pnpm mutants\` makes the mistakes
that people make, anywhere in the server. The working tree stays as it is; it takes minutes. Exit status: 0 when
every mistake is noticed that changes anything, 1 when one is not.

  --only TEXT   the files whose path contains the text
  --json        end with one line of figures on standard output
  --help        show this text
`;

const flags = { only: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
const values = readArguments(help, () => parseArgs({ options: flags }).values);

await launchProof('mutation-score', values, async () => {
  const { proveMutationScore } = await import('./prove-mutation-score.ts');
  return proveMutationScore(values);
});
