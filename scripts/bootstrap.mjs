// The one script that runs on whatever Node.js and npm a fresh machine has (20 or newer): it brings the
// project's own Node.js, pnpm and dependencies, then hands over. Everything else is TypeScript on Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { constants, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findBundle } from './find-bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [command, ...rest] = process.argv.slice(2);
const isHelp = rest.includes('--help');
const say = (text) => process.stderr.write(`${text}\n`);
// Nothing reads its output. Without this the server would be started and survive the end of its parent.
process.stderr.on('error', () => undefined);

const vitest = ['node_modules/vitest/vitest.mjs', 'run'];
/** Whoever names files gets those, long or not. */
const namesFiles = rest.some((word) => !word.startsWith('-'));

/** The program of each root command, pnpm or a script for the project's Node.js; the caller's flags go to the first. */
const commands = {
  start: [['packages/server/src/main.ts']],
  dev: [['--watch', 'packages/server/src/main.ts', '--check-responses']],
  test: [[...vitest, ...(namesFiles ? [] : ['--exclude', '**/*.long.test.ts'])]],
  'test:long': [[...vitest, ...(namesFiles ? [] : ['.long.test.ts'])]],
  gen: [['packages/spec-tools/src/generate/generate-command.ts']],
  compare: [['packages/spec-tools/src/compare/compare-command.ts']],
  'release:spec': [['packages/spec-tools/src/release/release-command.ts']],
  mock: [['packages/spec-tools/src/mock/mock-command.ts']],
  docs: [['packages/docs/src/docs-command.ts']],
  check: [['scripts/check.ts']],
  new: [['scripts/new-command.ts']],
  build: [
    [
      'pnpm',
      ...(isHelp ? ['run'] : ['-r', '--filter', './packages/{types,client,server,mcp,cli,sandbox}', 'run', 'build']),
    ],
  ],
  lint: [['packages/spec-tools/src/lint/lint-command.ts'], ['node_modules/@biomejs/biome/bin/biome', 'check', '.']],
  format: [['node_modules/@biomejs/biome/bin/biome', 'format', '--write', '.']],
  bench: [['packages/bench/src/bench-command.ts']],
  load: [['packages/bench/src/load/load-command.ts']],
  simulation: [['packages/proofs/src/simulation/simulation-command.ts']],
  'demo:uma': [['packages/proofs/src/uma/uma-command.ts']],
  mutants: [['packages/proofs/src/mutants/mutants-command.ts']],
  'mutation-score': [['packages/proofs/src/mutation-score/mutation-score-command.ts']],
  authorisation: [['packages/proofs/src/authorisation/authorisation-command.ts']],
  adversary: [['packages/proofs/src/adversary/adversary-command.ts']],
  races: [['packages/proofs/src/races/races-command.ts']],
  crash: [['packages/proofs/src/crash/crash-command.ts']],
  failover: [['packages/proofs/src/failover/failover-command.ts']],
  payments: [['packages/cli/src/main.ts']],
  clock: [['packages/cli/src/main.ts', 'clock']],
  operator: [['packages/server/src/start/operator-command.ts']],
  verify: [['packages/server/src/start/verify-command.ts']],
  changeset: [['node_modules/@changesets/cli/bin.js']],
};

if (!Object.hasOwn(commands, command)) {
  say(`bootstrap: expected one of ${Object.keys(commands).join(', ')}`);
  process.exit(2);
}

const isFile = (file) => statSync(join(root, file), { throwIfNoEntry: false })?.isFile() === true;

const hashOf = (files) => {
  const hash = createHash('sha256');
  for (const file of files.filter(isFile)) hash.update(readFileSync(join(root, file))).update('\0');
  return hash.digest('hex');
};

/** A digest of names, sizes and times of files. */
const lookOf = (files) => {
  const looks = files.map((file) => [file, statSync(join(root, file), { throwIfNoEntry: false })]);
  return createHash('sha256')
    .update(looks.map(([file, found]) => `${file} ${found?.size} ${found?.mtimeMs}`).join('\n'))
    .digest('hex');
};

const stampOf = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');

/** Installs if the lockfile differs from that of the last installation. */
function install() {
  // pnpm stores a copy of the lockfile that it has installed, so a manual installation counts too.
  const installed = 'node_modules/.pnpm/lock.yaml';
  if (existsSync(node()) && hashOf([installed]) === hashOf(['pnpm-lock.yaml'])) return;
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  say('Installing Node.js 24, pnpm and the dependencies (first time, or the lockfile has changed)…');
  const result = spawnSync('npx', ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'], {
    cwd: root,
    // Standard output belongs to the command; progress goes to standard error.
    stdio: ['ignore', 2, 2],
    env: { ...process.env, CI: 'true' },
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    say('The installation failed; see the lines above.');
    process.exit(result.status ?? 1);
  }
}

const node = () => join(root, 'node_modules/node/bin/node');
const environment = () => ({
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
  // Stripped and compiled modules are cached between starts, which saves a third of the time to be ready.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node'),
});

/** Files below these paths; the output of the documentation build is beside its sources and does not count. */
function filesIn(path) {
  if (['docs/site', 'docs/screenshots'].includes(path)) return [];
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesIn(`${path}/${name}`));
}

/** The documentation is generated, and rebuilt when its sources have changed. */
function buildDocs() {
  const sources = JSON.parse(readFileSync(join(root, 'packages/docs/src/sources.json'), 'utf8'));
  const files = sources.flatMap(filesIn);
  const stamp = 'docs/site/.built';
  const [built, seen] = stampOf(stamp).split('\n');
  // Files with the same size and time are not read again; a fresh clone has other times.
  const look = lookOf(files);
  if (seen === look) return;
  const wanted = hashOf(files);
  // Without write permission, as in another user's clone, the next start reads the files again.
  const keep = () => {
    try {
      writeFileSync(join(root, stamp), `${wanted}\n${look}`);
    } catch {}
  };
  if (built === wanted) return keep();
  say('Building the documentation…');
  const result = spawnSync(node(), ['packages/docs/src/docs-command.ts'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: environment(),
  });
  if (result.status === 0) keep();
  else say('The documentation could not be built; the sandbox starts without it.');
}

/** Whether the server starts with these flags, instead of printing a text and ending. */
function isServing() {
  const reading = `
    import { readOptions } from './packages/server/src/start/options.ts';
    const words = process.argv.slice(1);
    if (words.includes('--version') || readOptions(words, process.env) === 'HELP') process.exit(1);`;
  const flags = ['--input-type=module', '--eval', reading, '--', ...rest];
  return spawnSync(node(), flags, { cwd: root, stdio: 'ignore', env: environment() }).status === 0;
}

/** Bundles the server for the next start, in parallel and with the lowest priority. */
function makeBundle() {
  const program = join(root, 'scripts/local-bundle.ts');
  const maker = spawn(node(), [program], { cwd: root, stdio: 'ignore', env: environment(), detached: true });
  maker.on('error', () => undefined);
  maker.on('spawn', () => setPriority(maker.pid, constants.priority.PRIORITY_LOW));
  maker.unref();
}

install();
const isStart = command === 'start' && !isHelp;
const bundled = isStart ? findBundle(root) : undefined;
if (isStart) buildDocs();
if (isStart && bundled === undefined) makeBundle();

// A watched program that prints a text and ends, such as its help, would wait for a file to change.
if (command === 'dev' && !isServing()) commands.dev[0].shift();

let child;
// A parent that is killed with SIGKILL cannot pass a signal on, so the child stops when its parent is gone.
const parent = process.ppid;
const onOrphaned = (stop) => setInterval(() => process.ppid !== parent && stop(), 1000).unref();

/** Runs a program and returns its exit code. */
function run([first, ...flags]) {
  const [file, leading] = first === 'pnpm' ? [join(root, 'node_modules/.bin/pnpm'), []] : [node(), [first]];
  child = spawn(file, [...leading, ...flags], { cwd: root, stdio: 'inherit', env: environment() });
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 128))));
}

/** Runs every program of the command in order, and returns the exit code of the last failure. */
async function runAll() {
  // A terminal also sends Ctrl-C to the child, which treats the second signal like the first.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child?.kill(signal));
  onOrphaned(() => child?.kill('SIGTERM'));
  // An older Node.js cannot run the bundle, so the project's own Node.js starts again from here.
  const programs = bundled === undefined ? commands[command] : [['scripts/bootstrap.mjs', command]];
  const [first, ...others] = programs;
  let exitCode = await run([...first, ...rest]);
  // The help is that of the first program, and a flag that it refuses must not be lost above the output of the others.
  if (!isHelp && exitCode !== 2) for (const program of others) exitCode = (await run(program)) || exitCode;
  process.exit(exitCode);
}

/** Serves in this process if it already runs the project's Node.js, which saves starting another one. */
async function serveHere(folder) {
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled');
  module.enableCompileCache(compiled);
  Object.assign(process.env, environment(), { NODE_COMPILE_CACHE: compiled });
  process.chdir(root);
  process.argv = [process.execPath, join(folder, 'main.js'), ...rest];
  onOrphaned(() => process.kill(process.pid, 'SIGTERM'));
  await import('./name-sources.mjs');
  await import(pathToFileURL(join(folder, 'main.js')).href);
}

const isOwnNode = () => realpathSync(process.execPath) === realpathSync(node());
if (bundled !== undefined && isOwnNode()) await serveHere(bundled);
else await runAll();
