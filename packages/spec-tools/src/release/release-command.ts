import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { sayUnwritable } from '../../../command-line/src/run-command.ts';
import { nameOf } from '../compare/releases.ts';
import { ReleaseProblem } from './problem.ts';
import { cut, type Outcome, record } from './release.ts';
import { Steps } from './steps.ts';

const help = `Usage: pnpm release:spec [--record <day>] [--output <folder>] [--dry-run] [--json]

Releases the specification, in two steps with a commit between them.

  pnpm release:spec --record 2030-01-31   checks it, compares it with the last release, and records it in spec/releases
  pnpm release:spec                       makes the folder of the recorded release: openapi.yaml, openapi.json, docs,
                                          CHANGES.md, release.json, LICENSE and SHA256SUMS

Both refuse open changes, generated files that are out of date, findings of the lint, and changes that break callers
of the same version. One commit makes the same bytes, whenever and wherever.

  --record <day>     record the release of this day
  --output <folder>  where to put the release (dist/<version>-released-<day>)
  --dry-run          do all of it and keep nothing
  --json             print one line: {"name", "version", "date", "previous", "path", "breaking", "compatible",
                     "files": [{"path", "bytes", "sha256"}], "steps": [{"name", "milliseconds"}]}
  --help             show this text
`;

const options = {
  record: { type: 'string' },
  output: { type: 'string' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

function counts({ verdict }: Outcome): { readonly breaking: number; readonly compatible: number } {
  return { breaking: verdict?.breaking.length ?? 0, compatible: verdict?.compatible.length ?? 0 };
}

function asJson(outcome: Outcome, steps: Steps): string {
  const { release, previous, path, files } = outcome;
  return JSON.stringify({
    name: nameOf(release),
    ...release,
    previous: previous === undefined ? null : nameOf(previous),
    path,
    ...counts(outcome),
    files,
    steps: steps.done,
  });
}

function asText(outcome: Outcome, isRecord: boolean, isDryRun: boolean): string {
  const { release, previous, path, files } = outcome;
  const { breaking, compatible } = counts(outcome);
  const since =
    previous === undefined
      ? 'It is the first one.'
      : `${breaking} breaking and ${compatible} compatible changes since ${nameOf(previous)}.`;
  const kilobytes = Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
  const done = isRecord ? `Recorded in ${path}. Commit it.` : `${files.length} files, ${kilobytes} kB, in ${path}.`;
  return `${nameOf(release)}: ${since}\n${isDryRun ? 'Nothing was written.' : done}\n`;
}

const values = readArguments(help, () => parseArgs({ options }).values);
const steps = new Steps(values.json === true);
const isDryRun = values['dry-run'] === true;
try {
  const output = values.output === undefined ? undefined : resolve(values.output);
  const outcome =
    values.record === undefined ? await cut(output, isDryRun, steps) : await record(values.record, isDryRun, steps);
  process.stdout.write(
    values.json ? `${asJson(outcome, steps)}\n` : asText(outcome, values.record !== undefined, isDryRun),
  );
} catch (error) {
  const problem = error instanceof ReleaseProblem ? error.message : sayUnwritable(error);
  if (problem === undefined) throw error;
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
