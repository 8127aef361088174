import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { runScript, UnusableFlag } from '../../../command-line/src/run-command.ts';
import { table } from '../../../command-line/src/table.ts';
import { mutatedFiles, serverSource } from './mutated-files.ts';

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

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

await runScript('mutation-score', async () => {
  const files = mutatedFiles.filter((file) => file.includes(values.only ?? ''));
  if (files.length === 0) throw new UnusableFlag(`No mutated file has "${values.only}" in its path.`);
  const { scoreFiles } = await import('./score-files.ts');
  const scores = await scoreFiles(files);
  const unnoticed = scores.flatMap((score) => score.unnoticed);
  if (values.json === true) {
    const counts = scores.map(({ unnoticed: missed, ...score }) => ({ ...score, unnoticed: missed.length }));
    process.stdout.write(`${JSON.stringify({ files: counts, unnoticed })}\n`);
  } else {
    for (const { file, line, replacement } of unnoticed)
      process.stdout.write(`UNNOTICED ${file}:${line} ${replacement}\n`);
    const rows = scores.map(({ file, mistakes, unnoticed: missed, equivalent }) => [
      file.slice(serverSource.length),
      ...[mistakes, equivalent, missed.length].map(String),
      percent(mistakes - equivalent - missed.length, mistakes - equivalent),
    ]);
    process.stdout.write(table([['file', 'mistakes', 'equivalent', 'unnoticed', 'score'], ...rows]));
  }
  return unnoticed.length === 0 ? 0 : 1;
});
