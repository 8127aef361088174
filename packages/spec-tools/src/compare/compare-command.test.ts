import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { versionWith } from './cases.ts';

const script = fileURLToPath(new URL('./compare-command.ts', import.meta.url));
let folder: string;
let before: string;

function write(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'compare-'));
  before = write('before.json', versionWith());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('exits with 1 for a breaking change, and prints no colours to a pipe', () => {
  const now = write('now.json', versionWith([{ at: ['paths', '/parcels', 'get'], remove: true }]));
  const { status, stdout } = run(before, now);
  expect([status, stdout.split('\n')[0]]).toEqual([1, "breaking operation-removed  $.paths['/parcels'].get"]);
});

it('exits with 0 for a compatible change, and prints it as one line of JSON with --json', () => {
  const now = write('added.json', versionWith([{ at: ['x-currencies', 'EUR'], set: { code: 'EUR', decimals: 2 } }]));
  const { status, stdout } = run(before, now, '--json');
  expect(status).toBe(0);
  expect(stdout.trimEnd()).not.toContain('\n');
  expect(JSON.parse(stdout)).toMatchObject({
    baseline: before,
    before: '2030-01-01',
    now: '2030-01-01',
    isAllowed: true,
    breaking: [],
    compatible: [{ rule: 'currency-added', path: '$.x-currencies.EUR' }],
    milliseconds: expect.any(Number),
  });
});

it('exits with 2 and one line for a file that cannot be read', () => {
  const { status, stderr } = run(join(folder, 'nothing.json'), before);
  expect([status, stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
});

it('prints its usage with --help and its rules with --rules, and refuses an unknown flag', () => {
  expect(run('--help').stdout).toContain('Usage: pnpm compare');
  expect(run('--rules').stdout).toMatch(/^breaking +operation-removed /);
  expect(run('--nonsense').stderr).toContain('--help shows the flags');
});
