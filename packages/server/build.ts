import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.ts';
import { migrateSqlite, scriptOfFresh } from './src/ground/database/migrate.ts';

// The published server is a bundle: its start would otherwise read and compile two thousand modules. What others have
// made is in it, with their licences; what few starts need stays in chunks of its own and is loaded when it is.

const here = fileURLToPath(new URL('./', import.meta.url));
const dist = join(here, 'dist');
const inHere = (path: string): string => join(here, path);

interface Manifest {
  readonly publishConfig: {
    readonly bin: Readonly<Record<string, string>>;
    readonly exports: { readonly '.': { readonly default: string }; readonly './commands': string };
  };
}

const { bin, exports } = (JSON.parse(readFileSync(inHere('package.json'), 'utf8')) as Manifest).publishConfig;
const programs = [...Object.values(bin), exports['./commands']].map(entryOf);
const library = entryOf(exports['.'].default);

/** The name of the module that becomes this file of the package. */
function entryOf(path: string): string {
  const [, name] = /^\.\/dist\/(.*)\.c?js$/.exec(path) ?? [];
  if (name === undefined) throw new Error(`${path} is not built.`);
  return name;
}

/**
 * An older Node.js reads every module of an import before it runs the first, and cannot parse these. It runs CommonJS
 * line by line, so a program that imports or requires the library is told which version it needs. The programs, and the
 * one that loads the commands, check the version themselves.
 */
async function writeChecked(): Promise<void> {
  const names = Object.keys((await import(join(dist, `${library}.js`))) as object);
  const lines = [
    'if (Number.parseInt(process.versions.node, 10) < 24)',
    "  throw new Error('@payments-platform/server needs Node.js 24 or newer, and this is '",
    "    + process.version + '. Install it from https://nodejs.org.');",
    `const loaded = require('./${library}.js');`,
    ...names.map((name) => `exports.${name} = loaded.${name};`),
  ];
  writeFileSync(join(dist, `${library}.cjs`), `${lines.join('\n')}\n`);
}

/** One character beyond Latin 1 makes V8 keep a whole file in twice the memory, so those in texts are escaped. */
function writeInAscii(): void {
  for (const name of readdirSync(dist, { encoding: 'utf8', recursive: true }).filter((file) => file.endsWith('.js'))) {
    const code = readFileSync(join(dist, name), 'utf8');
    if (/\\[^\0-\x7f]|raw`[^`]*[^\0-\x7f]/.test(code))
      throw new Error(`${name} has a character that stands for itself.`);
    writeFileSync(join(dist, name), code.replaceAll(/[^\0-\x7f]/g, escaped));
  }
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The migrations, and what they make of an empty store. */
function writeSchema(): void {
  const chunks = join(dist, 'chunks');
  cpSync(inHere('src/ground/database/migrations'), join(chunks, 'migrations'), { recursive: true });
  const store = new DatabaseSync(':memory:');
  migrateSqlite(store);
  writeFileSync(join(chunks, 'fresh-store.sql'), scriptOfFresh(store));
  store.close();
}

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

const licenceFiles = [
  'LICENSE',
  'LICENSE.md',
  'LICENSE.txt',
  'LICENSE-MIT',
  'LICENCE',
  'license',
  'License',
  'LICENSE-MIT.txt',
];

/** What their licences want to go along with the work of others. */
function writeNotices(files: readonly string[]): void {
  const folders = new Set(files.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  const notices = [...folders].map((folder) => {
    const { name, version, license = '' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
    const file = licenceFiles.map((each) => join(folder, each)).find((each) => existsSync(each));
    return `${name} ${version} (${license})\n\n${file === undefined ? '' : readFileSync(file, 'utf8').trim()}\n`;
  });
  const text = notices.toSorted().join(`\n${'-'.repeat(80)}\n\n`);
  writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), `This package contains parts of these.\n\n${text}`);
}

rmSync(dist, { recursive: true, force: true });
// The specification is read from the package that holds it.
const external = ['@payments-platform/types/spec', 'pg-native'];
const entries = Object.fromEntries([...programs, library].map((name) => [name, `src/${name}.ts`]));
const files = await bundle({ from: here, entries, into: dist, external });
writeInAscii();
writeSchema();
await writeChecked();
writeNotices(files);
execFileSync('tsc', ['-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--singleThreaded'], {
  cwd: dirname(inHere('package.json')),
  stdio: 'inherit',
});
