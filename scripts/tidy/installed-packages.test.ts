import { describe, expect, it } from 'vitest';
import { readRepository } from './source-tree.ts';

const installing = /^npm install .*@payments-platform\/.*$/gm;
const importing = /^import .* from '@payments-platform\/.*$/gm;

/** The packages of this repository that these lines name. */
function packagesIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.match(/@payments-platform\/[a-z-]+/g) ?? []);
}

// A strict package manager, such as pnpm, lets a program import only what it has installed itself.
describe('a page that says what to install', () => {
  const pages = readRepository().filter(({ path, text }) => path.endsWith('.md') && text.search(installing) !== -1);

  it('exists for the client, the sandbox and the guide to testing', () => {
    expect(pages.map(({ path }) => path).sort()).toEqual([
      'docs/guides/testing.md',
      'packages/client/README.md',
      'packages/sandbox/README.md',
    ]);
  });

  it.each(pages)('names every package that its samples import: $path', ({ text }) => {
    const installed = packagesIn(text.match(installing) ?? []);
    const imported = packagesIn(text.match(importing) ?? []);
    expect(imported.filter((name) => !installed.includes(name))).toEqual([]);
  });
});
