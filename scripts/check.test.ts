import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../packages/spec-tools/src/generate/paths.ts';

it('explains itself, and refuses flags that it does not know', () => {
  const run = (flag: string) =>
    spawnSync(process.execPath, [join(root, 'scripts/check.ts'), flag], { encoding: 'utf8' });
  expect(run('--help').stdout).toContain('Usage: pnpm check [--json]');
  expect(run('--fast').stderr).toContain('--help shows the flags');
});

it('is what continuous integration runs, with the gate against breaking changes in it', () => {
  expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/^pnpm check$/m);
  expect(readFileSync(join(root, 'scripts/bootstrap.mjs'), 'utf8')).toContain("check: [['scripts/check.ts']]");
  expect(readFileSync(join(root, 'scripts/check.ts'), 'utf8')).toContain(
    "'packages/spec-tools/src/compare/compare-command.ts'",
  );
});

it('prints the time of each step of generating as one line', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['packages/spec-tools/src/generate/generate-command.ts', '--check', '--json'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const report = JSON.parse(stdout) as Record<'outOfDate' | 'written' | 'steps', unknown[]>;
  expect([status, report.outOfDate, report.written]).toEqual([0, [], []]);
  expect(report.steps).toContainEqual({ name: 'bundle spec', milliseconds: expect.any(Number) });
});
