import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { readArguments } from '../packages/command-line/src/read-arguments.ts';
import { table } from '../packages/command-line/src/table.ts';
import { root } from '../packages/spec-tools/src/generate/paths.ts';

const help = `Usage: pnpm check [--json]

Everything that must hold before a change is sent, apart from the tests: generated files say what the specification
says, no caller of the last release would break, the specification and the code have no findings, all types fit.
Runs every step whatever the others find, and ends with how long each of them took.

  --json  print one line: {"isPassed", "steps": [{"name", "isPassed", "milliseconds"}], "milliseconds"}
  --help  show this text
`;

interface Step {
  readonly name: string;
  readonly isPassed: boolean;
  readonly milliseconds: number;
}

interface Outcome {
  readonly isPassed: boolean;
  readonly output: string;
  readonly milliseconds: number;
}

const tool = (name: string): string => join(root, 'node_modules/.bin', name);

function run(command: string, ...args: readonly string[]): Outcome {
  const start = performance.now();
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  const milliseconds = Math.round(performance.now() - start);
  return { isPassed: status === 0, output: error?.message ?? `${stdout}${stderr}`.trim(), milliseconds };
}

/** The output of steps goes to standard error, so that with --json standard output is one line. */
function report(name: string, { isPassed, output }: Outcome): void {
  const verdict = styleText(isPassed ? 'green' : 'red', isPassed ? 'passed' : 'failed', { stream: process.stderr });
  process.stderr.write(`${name}: ${verdict}\n${isPassed ? '' : `${output}\n`}`);
}

function step(name: string, command: string, ...args: readonly string[]): Step {
  const outcome = run(command, ...args);
  report(name, outcome);
  return { name, isPassed: outcome.isPassed, milliseconds: outcome.milliseconds };
}

interface GenerateReport {
  readonly steps: readonly { readonly name: string; readonly milliseconds: number }[];
}

function isReport(value: unknown): value is GenerateReport {
  return typeof value === 'object' && value !== null && 'steps' in value && Array.isArray(value.steps);
}

const bundling = new Set(['read tables', 'bundle spec', 'print bundle']);

/** One process bundles and generates; its report has the time of each. Standard error comes after the report. */
function generateSteps(): Step[] {
  const outcome = run(process.execPath, 'packages/spec-tools/src/generate/generate-command.ts', '--check', '--json');
  const { isPassed, output, milliseconds } = outcome;
  const [line = '', ...complaints] = output.split('\n');
  report('bundle and generate', { ...outcome, output: complaints.join('\n') || line });
  const printed: unknown = line.startsWith('{') ? JSON.parse(line) : undefined;
  if (!isReport(printed)) return [{ name: 'bundle and generate', isPassed, milliseconds }];
  const bundled = printed.steps
    .filter(({ name }) => bundling.has(name))
    .reduce((sum, part) => sum + part.milliseconds, 0);
  return [
    { name: 'bundle', isPassed: true, milliseconds: bundled },
    { name: 'generate', isPassed, milliseconds: milliseconds - bundled },
  ];
}

const values = readArguments(
  help,
  () => parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean' } } }).values,
);
const start = performance.now();
const node = process.execPath;
const steps = [
  ...generateSteps(),
  step('compare with the last release', node, 'packages/spec-tools/src/compare/compare-command.ts'),
  step('lint the specification', node, 'packages/spec-tools/src/lint/lint-command.ts'),
  step('lint and format of the code', tool('biome'), 'check', '.'),
  step('check the types', tool('tsc'), '-p', 'tsconfig.json'),
];
const milliseconds = Math.round(performance.now() - start);
const isPassed = steps.every((done) => done.isPassed);
if (values.json) {
  process.stdout.write(`${JSON.stringify({ isPassed, steps, milliseconds })}\n`);
} else {
  const rows = steps.map((done) => [done.name, done.isPassed ? 'passed' : 'failed', `${done.milliseconds} ms`]);
  process.stdout.write(table([...rows, ['all', isPassed ? 'passed' : 'failed', `${milliseconds} ms`]]));
}
process.exitCode = isPassed ? 0 : 1;
