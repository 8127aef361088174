import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('runs the example of node:test', async () => {
  const file = fileURLToPath(new URL('./node-test.ts', import.meta.url));
  // A test runner passes its reporter to nested runs through the environment.
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['--test-reporter=tap', file], { env });
  expect(stdout).toMatch(/# pass 1\n# fail 0/);
});
