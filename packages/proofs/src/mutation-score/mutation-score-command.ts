import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { launchProof } from '../launch/launch-proof.ts';

const help = `Usage: pnpm mutation-score [flags]

Lets StrykerJS plant all its mistakes, some hundreds, in the pure code about money, states, entries, fees and prices,
and runs the pure tests of these files against each. \`pnpm mutants\` plants typical human mistakes anywhere in the
server. The working tree does not change; it takes minutes. Exit status: 0 if every mistake with an effect is detected,
and none that is listed as without an effect; else 1.

  --only TEXT   only files whose path contains the text
  --json        end with one line of figures on standard output
  --help        show this text
`;

const flags = { only: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
const values = readArguments(help, () => parseArgs({ options: flags }).values);

await launchProof('mutation-score', values, async () => {
  const { proveMutationScore } = await import('./prove-mutation-score.ts');
  return proveMutationScore(values);
});
