import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { specificationFile } from '../../../types/src/spec.ts';
import { lint } from './lint.ts';
import { checkSourceTree } from './source-tree.ts';

test('the bundled specification has no findings', async () => {
  expect(await lint(readFileSync(specificationFile(), 'utf8'))).toEqual([]);
});

test('the source tree of the specification has no findings', () => {
  expect(checkSourceTree(fileURLToPath(new URL('../../../../spec/', import.meta.url)))).toEqual([]);
});
