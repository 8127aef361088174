import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { specificationFile } from '../../../types/src/spec.ts';
import { specFolder } from '../generate/paths.ts';

const help = `Usage: pnpm lint [--json] [--rules]

Checks the format and the code with Biome, then the files under spec/ and the bundle made of them: the rules of spectral:oas and our own in packages/spec-tools/src/rules.
Exits 1 if there is any finding. Run \`pnpm gen\` first, so that the bundle is up to date.

  --json   print one line: {"findings": [{"file", "rule", "path", "message"}], "milliseconds"}
  --rules  print our own rules and what each of them demands
  --help   show this text
`;

interface Found {
  readonly file: string;
  readonly rule: string;
  readonly path: string;
  readonly message: string;
}

async function findAll(): Promise<Found[]> {
  const { lint } = await import('../rules/lint.ts');
  const { checkSourceTree } = await import('../rules/source-tree.ts');
  const { sourceFinder } = await import('./source-file.ts');
  const text = readFileSync(specificationFile(), 'utf8');
  const sourceOf = sourceFinder(specFolder);
  const inTree = checkSourceTree(specFolder).map(({ rule, file, message }) => ({
    file: `spec/${file}`,
    rule,
    path: '',
    message,
  }));
  const inBundle = (await lint(text)).map(({ rule, path, message }) => ({
    file: sourceOf(path),
    rule,
    path: path.join('.'),
    message,
  }));
  return [...inTree, ...inBundle];
}

function print(findings: readonly Found[], milliseconds: number): void {
  const files = Map.groupBy(findings, ({ file }) => file);
  for (const [file, list] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
    process.stdout.write(`${file}\n`);
    for (const { rule, path, message } of list) process.stdout.write(`  ${rule}: ${message}\n    ${path}\n`);
  }
  process.stdout.write(`${findings.length} findings in ${milliseconds} ms\n`);
}

const values = readArguments(
  help,
  () =>
    parseArgs({ options: { json: { type: 'boolean' }, rules: { type: 'boolean' }, help: { type: 'boolean' } } }).values,
);
if (values.rules) {
  const { rules } = await import('../rules/rules.ts');
  for (const { name, demands } of rules) process.stdout.write(`${name.padEnd(24)} ${demands}\n`);
} else {
  const start = performance.now();
  const findings = await findAll();
  const milliseconds = Math.round(performance.now() - start);
  if (values.json) process.stdout.write(`${JSON.stringify({ findings, milliseconds })}\n`);
  else print(findings, milliseconds);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
