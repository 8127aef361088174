import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSpecification, type Specification } from '../../../types/src/specification.ts';
import { specFolder } from '../generate/paths.ts';

/** A published state of the interface: the version in the base address of callers, and its release day. */
export interface Release {
  readonly version: string;
  readonly date: string;
}

/** Where the contract of each release is stored: `<version>/<date>.json`. */
const releasesFolder = join(specFolder, 'releases');

const day = /^\d{4}-\d{2}-\d{2}$/;

export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return day.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export function nameOf({ version, date }: Release): string {
  return `${version}-released-${date}`;
}

export function fileOf({ version, date }: Release, folder: string = releasesFolder): string {
  return join(folder, version, `${date}.json`);
}

/** Every recorded release, the oldest first. */
export function listReleases(folder: string = releasesFolder): Release[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((version) => day.test(version))
    .flatMap((version) =>
      readdirSync(join(folder, version)).map((file) => ({ version, date: file.replace(/\.json$/, '') })),
    )
    .filter(({ date }) => day.test(date))
    .sort((one, other) => (`${one.version} ${one.date}` < `${other.version} ${other.date}` ? -1 : 1));
}

export function readRelease(release: Release, folder: string = releasesFolder): Specification {
  return parseSpecification(readFileSync(fileOf(release, folder), 'utf8'));
}

/** The release that a version is compared with: its own last one, or else the last one of the version before. */
export function lastRelease(version: string, folder: string = releasesFolder): Release | undefined {
  const releases = listReleases(folder);
  return releases.findLast((release) => release.version === version) ?? releases.at(-1);
}
