import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.ts';

/** A generated file: where it goes, from the root of the repository, and what it says. */
export interface Artifact {
  readonly path: string;
  readonly content: string;
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Whether the file on disk says what would be generated now. */
function isCurrent(artifact: Artifact, folder: string = root): boolean {
  return readIfPresent(join(folder, artifact.path)) === artifact.content;
}

/** The generated files that are not what they should be. */
export function staleArtifacts(artifacts: readonly Artifact[], folder: string = root): Artifact[] {
  return artifacts.filter((artifact) => !isCurrent(artifact, folder));
}

/** Writes the file if it changed, so that watchers and build caches are left in peace otherwise. */
export function writeArtifact(artifact: Artifact, folder: string = root): 'written' | 'unchanged' {
  if (isCurrent(artifact, folder)) return 'unchanged';
  const file = join(folder, artifact.path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, artifact.content);
  return 'written';
}
