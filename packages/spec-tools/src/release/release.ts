import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readChangelog } from '../../../docs/src/changelog.ts';
import { loadSpecification } from '../../../types/src/spec.ts';
import type { Specification } from '../../../types/src/specification.ts';
import { contractOf, printContract } from '../compare/contract.ts';
import { verdictText } from '../compare/print-verdict.ts';
import { fileOf, isDay, listReleases, nameOf, type Release, readRelease } from '../compare/releases.ts';
import { judge, type Verdict } from '../compare/verdict.ts';
import { root } from '../generate/paths.ts';
import { changeLog } from './change-log.ts';
import type { ReleasedFile } from './checksums.ts';
import { ReleaseProblem } from './problem.ts';
import { committedState, requireCurrentFiles, requireNoFindings } from './repository.ts';
import type { Steps } from './steps.ts';
import { writeRelease } from './write-release.ts';

export interface Outcome {
  readonly release: Release;
  readonly previous: Release | undefined;
  readonly verdict: Verdict | undefined;
  /** The path of the release or its record, from the root of the repository. */
  readonly path: string;
  readonly files: readonly ReleasedFile[];
}

/** The cheap checks come first; the lint takes longest. */
async function check(previous: Release | undefined, specification: Specification, steps: Steps) {
  const commit = await steps.run('look for open changes', committedState);
  await steps.run('check generated files', requireCurrentFiles);
  const verdict = await steps.run('compare with the last release', () => compare(previous, specification));
  await steps.run('lint the specification', requireNoFindings);
  return { commit, verdict };
}

function compare(previous: Release | undefined, specification: Specification): Verdict | undefined {
  if (previous === undefined) return undefined;
  const verdict = judge(readRelease(previous), specification);
  if (!verdict.isAllowed) throw new ReleaseProblem(verdictText(verdict, nameOf(previous), false).trim());
  return verdict;
}

function lastBefore(release: Release): Release | undefined {
  return listReleases().findLast(({ version, date }) => `${version} ${date}` < `${release.version} ${release.date}`);
}

function requireNextDay(release: Release, previous: Release | undefined): void {
  const { version, date } = release;
  if (!isDay(date)) throw new ReleaseProblem(`${date} is not a day. Write it like 2030-01-31.`);
  if (date < version)
    throw new ReleaseProblem(`Version ${version} cannot be released on ${date}, before its own date.`);
  const later = listReleases().find((other) => other.version === version && other.date >= date);
  if (later !== undefined)
    throw new ReleaseProblem(`${nameOf(later)} is already recorded; a new release must have a later day.`);
  if (previous !== undefined && previous.date >= date) {
    throw new ReleaseProblem(`${nameOf(previous)} is already recorded; a new release must have a later day.`);
  }
}

/** Records the release of a day, which later versions are compared with. The record must be committed. */
export async function record(date: string, isDryRun: boolean, steps: Steps): Promise<Outcome> {
  const specification = loadSpecification();
  const release = { version: specification.info.version, date };
  const previous = listReleases().at(-1);
  requireNextDay(release, previous);
  const { verdict } = await check(previous, specification, steps);
  if (verdict !== undefined && verdict.breaking.length + verdict.compatible.length === 0) {
    throw new ReleaseProblem('Nothing that callers can notice has changed since the last release.');
  }
  const file = fileOf(release);
  if (!isDryRun) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, printContract(contractOf(specification)));
  }
  return { release, previous, verdict, path: relative(root, file), files: [] };
}

/** The recorded release that equals the current state of the repository. */
function recordedRelease(specification: Specification): Release {
  const release = listReleases().findLast(({ version }) => version === specification.info.version);
  const advice = 'Record a release first: `pnpm release:spec --record <day>`, and commit the record.';
  if (release === undefined) throw new ReleaseProblem(`No release of this version is recorded. ${advice}`);
  if (readFileSync(fileOf(release), 'utf8') !== printContract(contractOf(specification))) {
    throw new ReleaseProblem(`The specification has changed since ${nameOf(release)}. ${advice}`);
  }
  return release;
}

/** Creates the folder of the recorded release. The same commit always gives the same bytes. */
export async function cut(output: string | undefined, isDryRun: boolean, steps: Steps): Promise<Outcome> {
  const specification = loadSpecification();
  const release = recordedRelease(specification);
  const previous = lastBefore(release);
  const { commit, verdict } = await check(previous, specification, steps);
  const changes = changeLog(release, readChangelog(), previous, verdict);
  const folder = output ?? join(root, 'dist', nameOf(release));
  const content = { release, previous, commit, changes, specification };
  const files = await writeRelease(content, isDryRun ? undefined : folder, steps);
  return { release, previous, verdict, path: relative(root, folder), files };
}
