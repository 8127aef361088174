import { expect, test } from 'vitest';
import { loadSpecification } from './spec.ts';

test('the version 2025-10-13 is the last segment of every server URL', () => {
  const { info, servers } = loadSpecification();
  expect(info.version).toBe('2025-10-13');
  expect(servers?.length).toBeGreaterThan(0);
  for (const { url } of servers ?? []) expect(new URL(url).pathname.split('/').at(-1)).toBe(info.version);
});
