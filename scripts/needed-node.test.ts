import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../packages/server/test/server-process.ts';

interface Manifest {
  readonly engines?: { readonly node?: string };
}

const fileIn = (name: string, file: string): string =>
  fileURLToPath(new URL(`../packages/${name}/${file}`, import.meta.url));
const textIn = (name: string, file: string): string => readFileSync(fileIn(name, file), 'utf8');

/** Makes the program believe that its Node.js is older. A real older one tests the syntax. */
const pretended = `--import=data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process.versions, 'node', { value: '23.11.0' })",
)}`;

describe('the Node.js version that a published package requires', () => {
  it.each([
    ['server', '24', /Node 24 or later/],
    ['sandbox', '24', /Node 24 or later/],
    ['cli', '24', /Node\.js 24 or later/],
    ['mcp', '24', /Node\.js 24 or later/],
    ['client', '20.3', /Node 20\.3 or later/],
    ['types', '20.3', /Node 20\.3 or later/],
  ])('is in the manifest and the README of %s: %s', (name, version, words) => {
    const { engines } = JSON.parse(textIn(name, 'package.json')) as Manifest;
    expect(engines?.node).toBe(`>=${version}`);
    expect(textIn(name, 'README.md')).toMatch(words);
  });

  it.each(['server', 'cli', 'mcp'])(
    'is named in one line by the program of %s on an older Node.js, which exits with 1',
    async (name) => {
      const ended = await runProgram(fileIn(name, 'src/main.ts'), ['--help'], { NODE_OPTIONS: pretended });
      expect(ended).toEqual({
        code: 1,
        output: '',
        complaint: expect.stringMatching(/^payments(-mcp)?: Node\.js 24 or newer is needed, .*\n$/),
      });
    },
  );

  it.each(['server', 'cli', 'mcp'])('is checked by the program of %s before it imports its own modules', (name) => {
    const program = stripTypeScriptTypes(textIn(name, 'src/main.ts'));
    const imported = [...program.matchAll(/^import .*'(.+)';$/gm)].map(([, module]) => module);
    expect(imported.filter((module) => module !== 'node:module')).toEqual([]);
    // An import that an older Node.js does not have would fail before the version check.
    expect(program).not.toMatch(/^import \{/m);
  });
});
