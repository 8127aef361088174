import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.ts';

/** A generated file: its path from the root of the repository, and its content. */
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

/** Whether the file on disk equals the generated content. */
function isCurrent(artifact: Artifact, folder: string): boolean {
  return readIfPresent(join(folder, artifact.path)) === artifact.content;
}

/** The generated files that are out of date. */
export function staleArtifacts(artifacts: readonly Artifact[], folder: string = root): Artifact[] {
  return artifacts.filter((artifact) => !isCurrent(artifact, folder));
}

/** Writes the file only if it changed, so that watchers and build caches do not react otherwise. */
export function writeArtifact(artifact: Artifact, folder: string = root): 'written' | 'unchanged' {
  if (isCurrent(artifact, folder)) return 'unchanged';
  const file = join(folder, artifact.path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, artifact.content);
  return 'written';
}
