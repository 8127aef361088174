import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkSourceTree } from './source-tree.ts';

const fixture = fileURLToPath(new URL('./fixtures/source-tree', import.meta.url));

test('a folder named common, a badly named file and an unreferenced file are reported', () => {
  const findings = checkSourceTree(fixture).map(({ rule, file }) => `${rule}: ${file}`);
  expect(findings.sort()).toEqual([
    'file-name: paths/parcels/List_Parcels.yaml',
    'file-name: paths/parcels/letters.yaml',
    'folder-name: schemas/common',
    'orphan-file: schemas/errors/Error418.yaml',
    'orphan-file: schemas/parcels/Forgotten.yaml',
  ]);
});
