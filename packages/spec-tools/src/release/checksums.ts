import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export interface ReleasedFile {
  /** Relative to the folder of the release, with `/` between folders. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Every file below the folder, sorted by path in character order, which is the same on every machine. */
export function listFiles(folder: string): ReleasedFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => {
      const content = readFileSync(file);
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { path: relative(folder, file).split(sep).join('/'), bytes: content.length, sha256 };
    })
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** The format of `sha256sum --check`. */
export function checksumText(files: readonly ReleasedFile[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}
