import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { equivalents } from './equivalents.ts';
import { mutatedFiles, pureTests } from './mutated-files.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

it('the mutated files and their tests exist', () => {
  expect(mutatedFiles.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
  expect(pureTests.filter((pattern) => globSync(pattern, { cwd: repository }).length === 0)).toEqual([]);
});

it('every equivalent mutant is in a mutated file', () => {
  expect(equivalents.filter(({ file }) => !mutatedFiles.some((mutated) => mutated.endsWith(file)))).toEqual([]);
});
