import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../packages/spec-tools/src/generate/paths.ts';

it('pnpm check runs in CI and includes the comparison for breaking changes', () => {
  expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/^pnpm check$/m);
  expect(readFileSync(join(root, 'scripts/bootstrap.mjs'), 'utf8')).toContain("check: [['scripts/check.ts']]");
  expect(readFileSync(join(root, 'scripts/check.ts'), 'utf8')).toContain(
    "'packages/spec-tools/src/compare/compare-command.ts'",
  );
});
