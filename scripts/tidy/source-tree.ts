import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file that is written manually. */
export interface WrittenFile {
  /** From the root of the repository, with `/` between folders. */
  readonly path: string;
  readonly text: string;
}

export const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Generated or installed folders. */
const skipped = new Set(['coverage', 'dist', 'generated', 'node_modules', 'pnpm-lock.yaml', 'screenshots', 'site']);

/** Files with deliberate mistakes, for the tests of the tools that find them. */
const wrongOnPurpose = /^packages\/spec-tools\/src\/\w+\/fixtures$/;

/** Hidden files belong to tools and running programs, except these. */
const ownHidden = new Set(['.changeset', '.ci']);

function isSkipped(name: string): boolean {
  return skipped.has(name) || (name.startsWith('.') && !ownHidden.has(name));
}

/** Every manually written file of the repository. */
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
