import { UnusableFlag } from '../../../command-line/src/run-command.ts';
import { table } from '../../../command-line/src/table.ts';
import type { Proof } from '../launch/launch-proof.ts';
import { mutatedFiles, serverSource } from './mutated-files.ts';
import { scoreFiles } from './score-files.ts';

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

/** Scores the files whose path contains the text, and reports the mistakes that no test detects. */
export async function proveMutationScore({ only = '' }: { readonly only?: string | undefined }): Promise<Proof> {
  const files = mutatedFiles.filter((file) => file.includes(only));
  if (files.length === 0) throw new UnusableFlag(`No mutated file has "${only}" in its path.`);
  const scores = await scoreFiles(files);
  const unnoticed = scores.flatMap((score) => score.unnoticed);
  const disproved = scores.flatMap((score) => score.disproved);
  const counts = scores.map(({ file, mistakes, equivalent, unnoticed: missed }) => ({
    file,
    mistakes,
    equivalent,
    unnoticed: missed.length,
  }));
  const rows = counts.map(({ file, mistakes, unnoticed: missed, equivalent }) => [
    file.slice(serverSource.length),
    ...[mistakes, equivalent, missed].map(String),
    percent(mistakes - equivalent - missed, mistakes - equivalent),
  ]);
  const lines = [
    ...unnoticed.map(({ file, line, code, replacement }) => `UNNOTICED ${file}:${line} ${code} -> ${replacement}\n`),
    ...disproved.map(({ file, code, replacement }) => `NOT EQUIVALENT ${file} ${code} -> ${replacement}\n`),
  ];
  const text = lines.join('') + table([['file', 'mistakes', 'equivalent', 'unnoticed', 'score'], ...rows]);
  const holds = unnoticed.length === 0 && disproved.length === 0;
  return { holds, figures: { files: counts, unnoticed, disproved }, text };
}
