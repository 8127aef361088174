import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSpecification } from '../../../types/src/specification.ts';
import { root } from '../generate/paths.ts';
import { listFiles } from './checksums.ts';

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const reallyGenerate = 'packages/spec-tools/src/generate/generate-really.ts';
const day = '2099-01-31';
const name = `2025-10-13-released-${day}`;
let copy: string;

function git(...args: readonly string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: copy, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

function release(args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}): Run {
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, ['packages/spec-tools/src/release/release-command.ts', ...args], {
    cwd: copy,
    encoding: 'utf8',
    env,
  });
}

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--no-verify', '--message', 'A state');
}

/** A copy of the repository's files with the installed modules and a separate git history. */
function copyRepository(): void {
  const left = /(^|\/)(\.git|node_modules|\.data|coverage)$|^packages\/\w+\/dist$|^(docs\/site|dist|spec\/releases)$/;
  cpSync(root, copy, { recursive: true, filter: (file) => !left.test(relative(root, file)) });
  const packages = readdirSync(join(root, 'packages')).map((folder) => `packages/${folder}/`);
  for (const folder of ['', ...packages]) {
    symlinkSync(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'));
  }
  writeFileSync(join(copy, '.gitignore'), 'node_modules\n/dist/\n');
  // The lint and the generator have their own tests; here stand-ins that only record the call save time.
  writeFileSync(
    join(copy, 'packages/spec-tools/src/lint/lint-command.ts'),
    'process.exitCode = Number(process.env.LINT_EXIT ?? 0);\n',
  );
  renameSync(join(copy, 'packages/spec-tools/src/generate/generate-command.ts'), join(copy, reallyGenerate));
  const really = "if (process.env.GENERATE === 'really') await import('./generate-really.ts');\n";
  writeFileSync(join(copy, 'packages/spec-tools/src/generate/generate-command.ts'), really);
  git('init', '--quiet');
  commit();
}

// A release needs a commit, so without git there is nothing to test.
const hasGit = spawnSync('git', ['--version']).status === 0;

describe.skipIf(!hasGit)('the release command', () => {
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'release-'));
    copyRepository();
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('refuses an invalid day and one before the date of the version', () => {
    expect(release(['--record', 'tomorrow']).stderr).toContain('tomorrow is not a day. Write it like 2030-01-31.');
    expect(release(['--record', '2025-10-01']).stderr).toContain('before its own date');
  });

  it('refuses to build a release before one is recorded', () => {
    expect(release().stderr).toContain('No release of this version is recorded. Record a release first');
  });

  it('refuses a specification with findings', () => {
    const { status, stderr } = release(['--record', day], { LINT_EXIT: '1' });
    expect([status, stderr.includes('The specification has findings: run `pnpm lint`.')]).toEqual([1, true]);
  });

  it('records the contract in spec/releases', () => {
    const { status, stdout } = release(['--record', day]);
    const printed = `Recorded in spec/releases/2025-10-13/${day}.json. Commit it.`;
    expect([status, stdout]).toEqual([0, `${name}: It is the first one.\n${printed}\n`]);
  });

  it('refuses uncommitted changes and names them', () => {
    const { status, stderr } = release();
    expect([status, stderr.includes('Commit or stash 1 changed files first: spec/releases/')]).toEqual([1, true]);
    commit();
  });

  it('writes the same bytes twice, keeps no file of a dry run, and prints the files as JSON', () => {
    const once = release(['--json']);
    expect([once.status, once.stderr]).toEqual([0, '']);
    const printed = JSON.parse(once.stdout) as { readonly files: readonly unknown[] };
    const folder = join(copy, 'dist', name);
    expect(printed).toMatchObject({ name, date: day, previous: null, path: `dist/${name}`, breaking: 0 });
    const files = listFiles(folder);
    expect(printed.files).toEqual(files.filter(({ path }) => path !== 'SHA256SUMS'));
    const again = release(['--dry-run', '--json', '--output', join(copy, 'dist/again')]);
    expect(JSON.parse(again.stdout)).toMatchObject({ files: printed.files });
    expect(readdirSync(join(copy, 'dist'))).toEqual([name]);
    for (const path of ['openapi.yaml', 'openapi.json', 'docs/index.html', 'CHANGES.md', 'release.json', 'LICENSE']) {
      expect(files.map((file) => file.path)).toContain(path);
    }
    const sums = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
    expect(sums.status).toBe(0);
    for (const file of ['openapi.yaml', 'openapi.json']) {
      expect(readFileSync(join(folder, file))).toEqual(readFileSync(join(root, 'spec/dist', file)));
    }
  });

  it('refuses an output folder with other files and leaves it unchanged', () => {
    const before = readdirSync(join(copy, 'spec'));
    const { status, stderr } = release(['--output', join(copy, 'spec')]);
    expect([status, stderr.includes('exists and is not a release')]).toEqual([1, true]);
    expect(readdirSync(join(copy, 'spec'))).toEqual(before);
  });

  it('refuses generated files that are out of date', () => {
    const file = join(copy, 'spec/paths/config/config.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('x-permission: VIEW', 'x-permission: MANAGE'));
    commit();
    const { status, stderr } = release([], { GENERATE: 'really' });
    expect([status, stderr.includes('spec/dist/openapi.json is out of date: run `pnpm gen`.')]).toEqual([1, true]);
  });

  it('refuses to record a breaking change at the same version', () => {
    const file = join(copy, 'spec/dist/openapi.json');
    const bundle = parseSpecification(readFileSync(file, 'utf8'));
    const reading = bundle.paths['/config']?.['get'];
    writeFileSync(
      file,
      JSON.stringify(bundle).replace(JSON.stringify(reading), JSON.stringify({ ...reading, 'x-permission': 'MANAGE' })),
    );
    commit();
    const { status, stderr } = release(['--record', '2099-02-28']);
    expect(status).toBe(1);
    expect(stderr).toContain("breaking permission-changed  $.paths['/config'].get.x-permission");
  });
});
