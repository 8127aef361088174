import { expect, it } from 'vitest';
import { table } from './table.ts';

it('writes rows in columns', () => {
  const rows = [
    ['name', '1'],
    ['longer name', '10'],
  ];
  expect(table(rows)).toBe('name          1\nlonger name  10\n');
});
