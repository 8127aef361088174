import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Specification } from '../../../types/src/specification.ts';
import { nameOf, type Release } from '../compare/releases.ts';
import { root, specFolder } from '../generate/paths.ts';
import { operationsOf } from '../rules/operations.ts';
import { checksumText, listFiles, type ReleasedFile } from './checksums.ts';
import { ReleaseProblem } from './problem.ts';
import { runProgram } from './repository.ts';
import type { Steps } from './steps.ts';

export interface ReleaseContent {
  readonly release: Release;
  readonly previous: Release | undefined;
  readonly commit: string;
  readonly changes: string;
  readonly specification: Specification;
}

function factsOf({ release, previous, commit, specification }: ReleaseContent): object {
  return {
    name: nameOf(release),
    version: release.version,
    date: release.date,
    previous: previous === undefined ? null : nameOf(previous),
    commit,
    operations: operationsOf(specification).length,
    events: Object.keys(specification.webhooks ?? {}).length,
    schemas: Object.keys(specification.components?.schemas ?? {}).length,
    errorCodes: Object.keys(specification['x-error-catalogue'] ?? {}).length,
  };
}

function buildDocs(folder: string): void {
  const { status, output } = runProgram('docs/src/docs-command.ts', '--output', folder, '--force');
  if (status !== 0) throw new ReleaseProblem(`The documentation cannot be built:\n${output}`);
  // A later build uses this file to decide whether it can be skipped; it is not part of the pages.
  rmSync(join(folder, '.built-from'), { force: true });
}

async function fill(folder: string, content: ReleaseContent, steps: Steps): Promise<ReleasedFile[]> {
  for (const name of ['openapi.json', 'openapi.yaml']) cpSync(join(specFolder, 'dist', name), join(folder, name));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'CHANGES.md'), content.changes);
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(factsOf(content), undefined, 2)}\n`);
  await steps.run('build the documentation', () => buildDocs(join(folder, 'docs')));
  return steps.run('take checksums', () => {
    const files = listFiles(folder);
    writeFileSync(join(folder, 'SHA256SUMS'), checksumText(files));
    return files;
  });
}

/** A release may only replace an earlier release. */
function refuseOthers(output: string): void {
  if (!existsSync(output) || existsSync(join(output, 'release.json')) || readdirSync(output).length === 0) return;
  throw new ReleaseProblem(`${output} exists and is not a release. Give a new folder with --output.`);
}

/** Writes the folder of a release atomically. Without an output it is created, measured and deleted. */
export async function writeRelease(
  content: ReleaseContent,
  output: string | undefined,
  steps: Steps,
): Promise<ReleasedFile[]> {
  if (output !== undefined) refuseOthers(output);
  const parent = output === undefined ? join(root, 'dist') : dirname(output);
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, '.release-'));
  // A temporary folder is only readable by its owner; a release must be readable by everyone.
  chmodSync(folder, 0o755);
  try {
    const files = await fill(folder, content, steps);
    if (output !== undefined) {
      rmSync(output, { recursive: true, force: true });
      renameSync(folder, output);
    }
    return files;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
