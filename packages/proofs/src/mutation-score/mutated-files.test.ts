import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { equivalents } from './equivalents.ts';
import { mutatedFiles, pureTests } from './mutated-files.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

it('mutated files are there, and so are their tests', () => {
  expect(mutatedFiles.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
  expect(pureTests.filter((pattern) => globSync(pattern, { cwd: repository }).length === 0)).toEqual([]);
});

it('a mistake that changes nothing is one in a mutated file', () => {
  expect(equivalents.filter(({ file }) => !mutatedFiles.some((mutated) => mutated.endsWith(file)))).toEqual([]);
});
