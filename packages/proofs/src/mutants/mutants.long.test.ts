import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { titlesOf } from '../../../../scripts/rules/test-titles.ts';
import { mutants } from './mutants.ts';
import { endsWithin, mutate, type Report, sourceOf, verdictOf } from './run-mutant.ts';

const serverSource = new URL('../../../server/src/', import.meta.url);

describe('the mutants', () => {
  it('each change the code and name an existing test', () => {
    for (const mutant of mutants) {
      expect(mutate(mutant, sourceOf(mutant))).not.toBe(sourceOf(mutant));
      const [file, title] = mutant.test;
      const test = new URL(file, serverSource);
      expect(existsSync(test), file).toBe(true);
      expect([...titlesOf(readFileSync(test, 'utf8'))], mutant.name).toContain(title);
    }
  });

  it('have unique names', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  it('are refused when their place in the code is gone', () => {
    const [mutant] = mutants;
    if (mutant === undefined) throw new Error('there are no mutants');
    expect(() => mutate(mutant, 'const other = 1;')).toThrow('finds its place 0 times');
  });

  it('are CAUGHT when the named test fails, and else SURVIVED, NOT_RUN or OVERDUE', () => {
    const ending = (status: string): Report => ({
      testResults: [{ assertionResults: [{ title: 'sees it', status }] }],
    });
    expect(verdictOf(true, 'sees it', ending('failed'))).toBe('CAUGHT');
    expect(verdictOf(true, 'sees it', ending('passed'))).toBe('SURVIVED');
    expect(verdictOf(true, 'sees more', ending('failed'))).toBe('NOT_RUN');
    expect(verdictOf(false, 'sees it', ending('failed'))).toBe('OVERDUE');
    expect(verdictOf(true, 'sees %s', ending('failed'))).toBe('CAUGHT');
  });

  it('are ended after a time limit, with the processes they have started', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payments-overdue-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const child = join(folder, 'child');
    const spin = 'for (;;) ;';
    const program = `
      const { pid } = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(spin)}]);
      require('node:fs').writeFileSync(${JSON.stringify(child)}, String(pid));
      ${spin}`;
    expect(await endsWithin(60_000, ['-e', ''], folder)).toBe(true);
    expect(await endsWithin(5_000, ['-e', program], folder)).toBe(false);
    const started = Number(readFileSync(child, 'utf8'));
    await expect.poll(() => isRunning(started)).toBe(false);
  });
});

/** Whether a process is still running; a zombie is not. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}
