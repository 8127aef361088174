import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../packages/spec-tools/src/generate/paths.ts';
import { findBundle } from './find-bundle.mjs';

// A repository with the same layout, but with a program of a few lines instead of the server.

const settings = [
  'package.json',
  'packages/client/package.json',
  'packages/server/bundle.ts',
  'packages/server/package.json',
  'packages/types/package.json',
  'pnpm-lock.yaml',
  'scripts/local-bundle.ts',
  'tsconfig.base.json',
  'tsconfig.json',
];
const copied = [...settings, 'scripts/bootstrap.mjs', 'scripts/find-bundle.mjs', 'scripts/name-sources.mjs'];
const sources = ['main', 'word', 'late', 'thread'].map((name) => `packages/server/src/${name}.ts`);
const program = `import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { word } from './word.ts';
process.on('SIGTERM', () => process.exit(0));
const late = async () => (await import('./late.ts')).stack();
const beside = readdirSync(new URL('./beside/', import.meta.url));
const thread = new Worker(new URL('./thread.ts', import.meta.url));
const [heard] = await once(thread, 'message');
console.log(JSON.stringify({ word, node: process.execPath, program: process.argv[1], beside, heard, stack: await late(), words: process.argv.slice(2) }));
setInterval(() => undefined, 1000);
`;
const ownNode = join(root, 'node_modules/node/bin/node');

let home: string;
const at = (path: string): string => join(home, path);

function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'payments-bundle-'));
  for (const path of copied) {
    mkdirSync(dirname(at(path)), { recursive: true });
    copyFileSync(join(root, path), at(path));
  }
  // The bundle is made with the lowest priority, which beside other work may be none at all for minutes.
  const bootstrap = readFileSync(at('scripts/bootstrap.mjs'), 'utf8');
  expect(bootstrap).toContain('priority.PRIORITY_LOW');
  write('scripts/bootstrap.mjs', bootstrap.replace('priority.PRIORITY_LOW', 'priority.PRIORITY_NORMAL'));
  mkdirSync(at('node_modules/.pnpm'), { recursive: true });
  copyFileSync(join(root, 'pnpm-lock.yaml'), at('node_modules/.pnpm/lock.yaml'));
  symlinkSync(join(root, 'node_modules/node'), at('node_modules/node'));
  symlinkSync(join(root, 'packages/server/node_modules'), at('packages/server/node_modules'));
  write('packages/docs/src/sources.json', '[]');
  write('packages/docs/src/docs-command.ts', '');
  mkdirSync(at('docs/site'), { recursive: true });
  write('packages/server/src/main.ts', program);
  write('packages/server/src/word.ts', "export const word: string = 'first';\n");
  write('packages/server/src/late.ts', "\n\nexport const stack = (): string => String(new Error('asked').stack);\n");
  write('packages/server/src/beside/one.txt', '');
  write(
    'packages/server/src/thread.ts',
    `import { parentPort } from 'node:worker_threads';
import { word } from './word.ts';
parentPort?.postMessage({ word, stack: String(new Error('asked').stack) });
`,
  );
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

interface Told {
  readonly word: string;
  readonly node: string;
  readonly program: string;
  readonly beside: readonly string[];
  /** The message of its thread. */
  readonly heard: { readonly word: string; readonly stack: string };
  readonly stack: string;
  readonly words: readonly string[];
}

/** The message of the program when it is started like `npm start`. */
async function start(node: string = ownNode): Promise<Told> {
  const started = spawn(node, [at('scripts/bootstrap.mjs'), 'start', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    // The compile cache of the tests would otherwise be used for the bundle.
    env: { ...process.env, NODE_COMPILE_CACHE: undefined },
  });
  const ended = once(started, 'exit');
  const [line] = (await once(createInterface(started.stdout), 'line')) as [string];
  started.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  return JSON.parse(line) as Told;
}

const madeOf = 'node_modules/.cache/server/made-of.json';

async function bundleMade(): Promise<void> {
  while (!existsSync(at(madeOf))) await delay(100);
}

/** Files that were just written may still change within the same tick of their clock, so they are not bundled. */
const settled = (): Promise<void> => delay(100);

async function makeBundle(): Promise<number | null> {
  await settled();
  const maker = spawn(ownNode, [at('scripts/local-bundle.ts')], { stdio: 'ignore' });
  const [exitCode] = (await once(maker, 'exit')) as [number | null];
  return exitCode;
}

const isBundled = ({ program }: Told): boolean => program.includes('.cache/server');

describe('npm start', () => {
  it('runs the sources at the first start and a bundle of them at the next', async () => {
    await settled();
    const first = await start();
    expect({ word: first.word, isBundled: isBundled(first) }).toEqual({ word: 'first', isBundled: false });
    await bundleMade();
    const second = await start();
    expect({ word: second.word, isBundled: isBundled(second) }).toEqual({ word: 'first', isBundled: true });
    expect(second.words).toEqual(['--port', '0']);
    expect([first.heard.word, first.heard.stack.includes('.ts:')]).toEqual(['first', true]);
    // A thread also runs from the bundle: otherwise its sources would be read and stripped at each start.
    expect([second.heard.word, second.heard.stack.includes('.cache/server')]).toEqual(['first', true]);
    expect(existsSync(join(dirname(second.program), 'compiled'))).toBe(true);
  });

  it('runs the bundle when it is started on another Node.js', async () => {
    expect(await makeBundle()).toBe(0);
    // Node.js reports the file that was started, so a copy counts as another one.
    copyFileSync(ownNode, at('other-node'), constants.COPYFILE_FICLONE);
    const told = await start(at('other-node'));
    expect(told.node).toBe(realpathSync(ownNode));
    expect(isBundled(told)).toBe(true);
    expect(told.stack).toMatch(/packages\/server\/src\/late\.ts:3:\d+/);
  });

  it('runs a source that has changed, and then a bundle with the change', async () => {
    expect(await makeBundle()).toBe(0);
    write('packages/server/src/word.ts', "export const word: string = 'other';\n");
    await settled();
    const before = readFileSync(at(madeOf), 'utf8');
    const first = await start();
    expect({ word: first.word, isBundled: isBundled(first) }).toEqual({ word: 'other', isBundled: false });
    while (readFileSync(at(madeOf), 'utf8') === before) await delay(100);
    const second = await start();
    expect({ word: second.word, isBundled: isBundled(second) }).toEqual({ word: 'other', isBundled: true });
  });

  it('uses no bundle once a source or setting has changed or is missing', async () => {
    expect(await makeBundle()).toBe(0);
    const found = findBundle(home);
    expect(found).toContain('.cache/server');
    for (const path of [...sources, ...settings, 'node_modules/.pnpm/lock.yaml']) {
      renameSync(at(path), at('kept'));
      expect({ path, found: findBundle(home) }).toEqual({ path, found: undefined });
      copyFileSync(at('kept'), at(path));
      expect({ path, found: findBundle(home) }).toEqual({ path, found: undefined });
      renameSync(at('kept'), at(path));
    }
    expect(findBundle(home)).toBe(found);
    write(madeOf, '{');
    expect(findBundle(home)).toBe(undefined);
  });

  it('reads the current files beside the sources, and names the sources in stack traces', async () => {
    expect(await makeBundle()).toBe(0);
    write('packages/server/src/beside/two.txt', '');
    const { program: file, beside, stack } = await start();
    expect(file).toContain('.cache/server');
    expect(beside).toEqual(['one.txt', 'two.txt']);
    expect(stack).toMatch(/^Error: asked\n {4}at \S*stack \(file:\S+\/packages\/server\/src\/late\.ts:3:\d+\)\n/);
    expect(stack).toMatch(/packages\/server\/src\/main\.ts:6:\d+/);
    expect(stack).not.toContain('.cache');
  });

  it('keeps no bundle that fails to serve or whose sources change during the build', async () => {
    write('packages/server/src/main.ts', `if (process.argv.includes('--memory')) process.exit(1);\n${program}`);
    expect(await makeBundle()).toBe(1);
    expect(existsSync(at(madeOf))).toBe(false);
    write(
      'packages/server/src/main.ts',
      `${program}import { utimesSync } from 'node:fs';
if (process.argv.includes('--memory')) utimesSync(${JSON.stringify(at('packages/server/src/word.ts'))}, new Date(), new Date());
`,
    );
    expect(await makeBundle()).toBe(0);
    expect(existsSync(at(madeOf))).toBe(false);
  });
});
