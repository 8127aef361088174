import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file that was written by hand. */
export interface WrittenFile {
  /** From the root of the repository, with `/` between folders. */
  readonly path: string;
  readonly text: string;
}

export const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Generated or installed. */
const skipped = new Set(['coverage', 'dist', 'generated', 'node_modules', 'pnpm-lock.yaml', 'screenshots', 'site']);

/** Wrong on purpose, for the tests of the tools that find it. */
const wrongOnPurpose = /^packages\/spec-tools\/src\/\w+\/fixtures$/;

/** What is hidden belongs to tools and running programs, but for these. */
const ownHidden = new Set(['.changeset', '.ci']);

function isSkipped(name: string): boolean {
  return skipped.has(name) || (name.startsWith('.') && !ownHidden.has(name));
}

/** Every file of the repository that is written by hand. */
export function readRepository(folder = repository, prefix = ''): WrittenFile[] {
  return readdirSync(`${folder}${prefix}`, { withFileTypes: true })
    .filter(({ name }) => !isSkipped(name) && !wrongOnPurpose.test(`${prefix}${name}`))
    .flatMap((entry) => {
      const path = `${prefix}${entry.name}`;
      if (entry.isDirectory()) return readRepository(folder, `${path}/`);
      return entry.isFile() ? [{ path, text: readFileSync(`${folder}${path}`, 'utf8') }] : [];
    });
}

export function isProgram({ path }: WrittenFile): boolean {
  return /\.(ts|mjs|js)$/.test(path) && /^(packages|scripts|examples)\//.test(path);
}

export function isTest({ path }: WrittenFile): boolean {
  return /\.(test|case)\.ts$/.test(path);
}
