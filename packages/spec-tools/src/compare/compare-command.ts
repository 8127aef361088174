import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { specificationFile } from '../../../types/src/spec.ts';
import { parseSpecification, type Specification } from '../../../types/src/specification.ts';
import { verdictText } from './print-verdict.ts';
import { lastRelease, nameOf, readRelease } from './releases.ts';
import { breakingRules, changeRules } from './rules.ts';
import { judge } from './verdict.ts';

const help = `Usage: pnpm compare [<before> [<now>]] [--all] [--json] [--rules]

Reports which differences between two bundled specifications break callers and which do not, direction by direction:
what callers send may only become wider, what they are sent may only become narrower or carry more. Without files it
compares the last recorded release in spec/releases with spec/dist/openapi.json. Run \`pnpm gen\` first.

Exits 0 when nobody breaks or the date of the interface has moved on, 1 when callers would break, 2 when a file cannot
be read.

  --all    print compatible changes as well
  --json   print one line: {"baseline", "before", "now", "isAllowed", "breaking": [], "compatible": [], "milliseconds"}
  --rules  print the kinds of changes, and what each of them means
  --help   show this text
`;

interface Baseline {
  readonly name: string;
  readonly specification: Specification;
}

function readSpecification(file: string): Specification {
  return parseSpecification(readFileSync(file, 'utf8'));
}

function baselineOf(file: string | undefined, now: Specification): Baseline | undefined {
  if (file !== undefined) return { name: file, specification: readSpecification(file) };
  const release = lastRelease(now.info.version);
  return release === undefined ? undefined : { name: nameOf(release), specification: readRelease(release) };
}

function printRules(): void {
  for (const [name, { means }] of Object.entries(changeRules)) {
    process.stdout.write(`${name in breakingRules ? 'breaking  ' : 'compatible'}  ${name.padEnd(30)} ${means}\n`);
  }
}

function compare(files: readonly string[], values: { readonly all?: boolean; readonly json?: boolean }): number {
  const start = performance.now();
  const now = readSpecification(files[1] ?? fileURLToPath(specificationFile()));
  const baseline = baselineOf(files[0], now);
  if (baseline === undefined) {
    process.stdout.write(values.json ? '{"baseline":null,"isAllowed":true}\n' : 'No release is recorded yet.\n');
    return 0;
  }
  const verdict = judge(baseline.specification, now);
  const milliseconds = Math.round(performance.now() - start);
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ baseline: baseline.name, ...verdict, milliseconds })}\n`
      : verdictText(verdict, baseline.name, values.all === true),
  );
  return verdict.isAllowed ? 0 : 1;
}

const options = {
  all: { type: 'boolean' },
  json: { type: 'boolean' },
  rules: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;
let files: readonly string[] = [];
const values = readArguments(help, () => {
  const read = parseArgs({ options, allowPositionals: true });
  if (read.positionals.length > 2) throw new Error('At most two files are compared');
  files = read.positionals;
  return read.values;
});
if (values.rules) printRules();
else {
  try {
    process.exitCode = compare(files, values);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}
