import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundle } from '../packages/server/bundle.ts';

// `npm start` runs this beside a server that had to start from its sources. The next start then uses the bundle, which
// takes a third of the time. `find-bundle.mjs` reads the result.

const root = resolve(fileURLToPath(new URL('../', import.meta.url)));
const cache = join(root, 'node_modules/.cache/server');

/** The inputs of the bundle besides its modules. */
const settings = [
  'package.json',
  'packages/client/package.json',
  'packages/server/bundle.ts',
  'packages/server/package.json',
  'packages/types/package.json',
  'pnpm-lock.yaml',
  'node_modules/.pnpm/lock.yaml',
  'scripts/local-bundle.ts',
  'tsconfig.base.json',
  'tsconfig.json',
].map((file) => join(root, file));

// A running server loads parts of its bundle late, and may use an older one.
const keptBundles = 5;

// The clock of the file system is a tick behind.
const tickMs = 50;

async function makeBundle(): Promise<void> {
  const begunAt = Date.now();
  const into = join(cache, `${begunAt}-${process.pid}`);
  const modules = await bundle({
    from: root,
    entries: { main: 'packages/server/src/main.ts' },
    into,
    external: ['pg-native'],
    isLocal: true,
  });
  await tryOut(into);
  const files = [...modules.filter((file) => isAbsolute(file)), ...settings].map((file) => {
    const { size, mtimeMs } = statSync(file);
    return { file, size, mtimeMs };
  });
  // It is unknown whether the bundle contains files that changed meanwhile.
  if (files.some(({ mtimeMs }) => mtimeMs > begunAt - tickMs)) return rmSync(into, { recursive: true });
  const draft = join(into, 'made-of.json');
  writeFileSync(draft, JSON.stringify({ root, folder: into, files }));
  renameSync(draft, join(cache, 'made-of.json'));
  removeOld();
}

/** Starts the bundle once, which proves that it works and fills the compile cache beside it. */
async function tryOut(folder: string): Promise<void> {
  const server = spawn(process.execPath, [join(folder, 'main.js'), '--memory', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 60_000,
    env: { NODE_COMPILE_CACHE: join(folder, 'compiled') },
  });
  const ended = once(server, 'exit');
  createInterface(server.stdout).once('line', () => server.kill('SIGTERM'));
  const [exitCode] = await ended;
  if (exitCode !== 0) throw new Error(`The server does not start from the bundle in ${folder}.`);
}

function removeOld(): void {
  const bundles = readdirSync(cache)
    .filter((name) => /^\d+-\d+$/.test(name))
    .sort();
  for (const name of bundles.slice(0, -keptBundles)) rmSync(join(cache, name), { recursive: true, force: true });
}

mkdirSync(cache, { recursive: true });
await makeBundle();
