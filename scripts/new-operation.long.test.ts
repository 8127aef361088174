import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UnusableFlag } from '../packages/command-line/src/run-command.ts';
import { root } from '../packages/spec-tools/src/generate/paths.ts';
import { loadSpecification } from '../packages/types/src/spec.ts';
import { type Given, planOperation } from './new-operation/plan.ts';

const specification = loadSpecification();
const planned = (given: Given) => planOperation(root, specification, given);

/** Folders that are not sources, or are linked instead of copied. */
const left = new Set(['.git', 'node_modules', 'dist', 'site', 'screenshots', '.data']);

function copyRepository(to: string): void {
  cpSync(root, to, { recursive: true, filter: (path) => path === root || !left.has(basename(path)) });
  cpSync(join(root, 'spec/dist'), join(to, 'spec/dist'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'));
  // The links between packages are relative, so in the copy they lead to the copy.
  const folders = ['packages', 'examples'].flatMap((parent) => [
    parent,
    ...readdirSync(join(root, parent)).map((name) => join(parent, name)),
  ]);
  for (const folder of folders) {
    const modules = join(root, folder, 'node_modules');
    const options = { recursive: true, verbatimSymlinks: true };
    if (existsSync(modules)) cpSync(modules, join(to, folder, 'node_modules'), options);
  }
}

describe('pnpm new operation', () => {
  const copy = mkdtempSync(join(tmpdir(), 'new-operation-'));
  beforeAll(() => copyRepository(copy));
  afterAll(() => rmSync(copy, { recursive: true }));

  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
  function run(...flags: string[]): { status: number | null; output: string } {
    const ended = spawnSync(process.execPath, flags, { cwd: copy, encoding: 'utf8', env });
    return { status: ended.status, output: `${ended.stdout}${ended.stderr}` };
  }

  test('writes files that compile and pass the lint, with a test that fails with 501', () => {
    const at = ['--at', 'POST /quotes/{quoteId}/reminders', '--room', 'payments/reminders'];
    const begun = run(
      'scripts/new-command.ts',
      'operation',
      'createQuoteReminder',
      ...at,
      '--answer',
      'Quote',
      '--json',
    );
    const report = begun.output.split('\n').find((line) => line.startsWith('{')) ?? '{}';
    const { edited, handwritten } = JSON.parse(report) as Record<'edited' | 'handwritten', string[]>;
    expect(edited).toContain('packages/server/src/modules.ts');
    expect(handwritten.length).toBeLessThanOrEqual(8);
    expect(run('packages/spec-tools/src/lint/lint-command.ts').output).toContain('0 findings');
    // Several threads would each compute the same types again.
    const compiled = run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--singleThreaded');
    expect(compiled).toEqual({ status: 0, output: '' });
    const { output } = run('node_modules/vitest/vitest.mjs', 'run', 'scripts/tidy.test.ts', 'create-quote-reminder');
    expect(output).toMatch(/Test Files.*1 failed.*1 passed/);
    expect(output).toContain('FAIL  packages/server/src/payments/reminders/create-quote-reminder.test.ts');
    expect(output).toContain('expected 501 to be 200');
  }, 300_000);
});

describe('the room of a new operation', () => {
  test.each(['agents/actions', 'payments/quotes', 'sandbox/clock', 'stablecoins/operations'])('can be %s', (room) => {
    expect(planned({ id: 'listReminders', at: 'GET /quotes/reminders', room })).toMatchObject({
      room,
      isNewRoom: false,
    });
  });
});

describe('pnpm new operation with invalid arguments', () => {
  test.each<[Given, string]>([
    [{ id: 'reminders' }, 'a verb and a noun'],
    [{ id: 'createQuote', room: 'payments/quotes' }, 'already has a handler'],
    [{ id: 'listReminders', room: 'payments/quotes' }, 'give method and path'],
    [{ id: 'createReminder', at: 'POST /quotes', room: 'payments/quotes' }, 'is createQuote already'],
    [{ id: 'listReminders', at: 'GET /quotes/reminders' }, 'payments/quotes'],
    [{ id: 'listReminders', at: 'GET /quotes/reminders', room: 'lib/quotes' }, 'name a room in one of'],
    [{ id: 'listReminders', at: 'GET /reminders', room: 'payments/quotes' }, 'choose one of Platform configuration'],
    [
      { id: 'listReminders', at: 'GET /quotes/reminders', room: 'payments/quotes', permission: 'READ' },
      'VIEW, TRANSACT',
    ],
  ])('is refused with a hint: %j', (given, answer) => {
    expect(() => planned(given)).toThrow(UnusableFlag);
    expect(() => planned(given)).toThrow(answer);
  });
});
