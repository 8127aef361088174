import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

function run(...arguments_: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, arguments_, { cwd: root, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

test('the committed bundle and types are up to date, and --json reports the time of each step', () => {
  const { status, output } = run('packages/spec-tools/src/generate/generate-command.ts', '--check', '--json');
  const report = JSON.parse(output) as Record<'outOfDate' | 'written' | 'steps', unknown[]>;
  expect([status, report.outOfDate, report.written]).toEqual([0, [], []]);
  expect(report.steps).toContainEqual({ name: 'bundle spec', milliseconds: expect.any(Number) });
});

test('Node runs the generated TypeScript as it is', () => {
  const program = `
    import * as types from './packages/types/src/index.ts';
    import { loadSpecification } from './packages/types/src/spec.ts';
    const paths = Object.keys(loadSpecification().paths).length;
    console.log(Object.keys(types.operationTable).length >= paths, types.eventTypes.includes('TEST'));
  `;
  expect(run('--input-type=module', '--eval', program).output.trim()).toBe('true true');
});
