import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const scope = '@payments-platform/';
const published = ['types', 'client', 'server', 'mcp', 'cli', 'sandbox'] as const;

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Uses the runtime and package manager of this project, regardless of the path. */
async function pnpm(folder: string, ...words: string[]): Promise<void> {
  const path = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(':');
  const running = run('pnpm', words, { cwd: folder, env: { ...process.env, PATH: path } });
  await running.catch(({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => {
    throw new Error(`pnpm ${words.join(' ')}: ${stdout}${stderr}`);
  });
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function link(target: string, place: string): void {
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(target, place);
}

/** Builds and packs the published packages from scratch, and returns the tarballs. */
async function packAll(folder: string): Promise<readonly string[]> {
  for (const name of published) rmSync(join(root, 'packages', name, 'dist'), { recursive: true, force: true });
  await pnpm(root, 'run', 'build');
  for (const name of published) await pnpm(join(root, 'packages', name), 'pack', '--pack-destination', folder);
  return published.map((name) => {
    const { version } = manifestIn(join(root, 'packages', name));
    return join(folder, `payments-platform-${name}-${version}.tgz`);
  });
}

/**
 * Installs the packed packages into an app like a package manager with a strict tree: each package can only import what
 * its own manifest lists. Third-party packages are linked from where this project has them, so that no network is
 * needed.
 */
export async function installPacked(app: string): Promise<void> {
  const tarballs = await packAll(app);
  for (const [index, name] of published.entries()) {
    const home = join(app, 'node_modules', scope, name);
    mkdirSync(home, { recursive: true });
    await run('tar', ['-xzf', tarballs[index] ?? '', '-C', home, '--strip-components', '1']);
    for (const [dependency, version] of Object.entries(manifestIn(home).dependencies ?? {})) {
      if (dependency.startsWith(scope)) continue; // beside it in the app
      const kept = join(root, 'packages', name, 'node_modules', dependency);
      if (manifestIn(kept).version !== version)
        throw new Error(`${dependency} ${version} of ${name} is not installed.`);
      link(kept, join(home, 'node_modules', dependency));
    }
  }
}

/** Links the app's own dependencies. */
export function installOthers(app: string, names: readonly string[]): void {
  for (const name of names) link(installedPath(name), join(app, 'node_modules', name));
}

/** The folder of an installed package that the examples use: in examples, or in the root. */
export function installedPath(name: string): string {
  const beside = join(root, 'examples/node_modules', name);
  return existsSync(beside) ? beside : join(root, 'node_modules', name);
}
