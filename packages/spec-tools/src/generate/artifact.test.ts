import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { staleArtifacts, writeArtifact } from './artifact.ts';

const artifact = { path: 'deep/below/table.ts', content: 'export {};\n' };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'artifact-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a generated file that is missing or changed is stale until it is written', () => {
  expect(staleArtifacts([artifact], folder)).toEqual([artifact]);
  expect(writeArtifact(artifact, folder)).toBe('written');
  expect(staleArtifacts([artifact], folder)).toEqual([]);
  writeFileSync(join(folder, artifact.path), 'changed by hand');
  expect(staleArtifacts([artifact], folder)).toEqual([artifact]);
});

test('a generated file that is current is not written again', () => {
  writeArtifact(artifact, folder);
  const before = statSync(join(folder, artifact.path), { bigint: true }).mtimeNs;
  expect(writeArtifact(artifact, folder)).toBe('unchanged');
  expect(statSync(join(folder, artifact.path), { bigint: true }).mtimeNs).toBe(before);
});
