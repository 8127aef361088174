import { stripTypeScriptTypes } from 'node:module';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { constantTable, literal } from './typescript-source.ts';

function evaluate(source: string): unknown {
  return runInNewContext(`(${source})`);
}

test('a literal evaluates to the value that it was printed from', () => {
  const value = fc.jsonValue().filter((json) => !JSON.stringify(json).includes('__proto__'));
  fc.assert(
    fc.property(value, (json) => {
      // JSON has only one zero, so the round trip is compared as JSON.
      expect(JSON.stringify(evaluate(literal(json)))).toBe(JSON.stringify(json));
    }),
  );
});

test('a literal keeps quotes, backslashes and line ends', () => {
  const text = `It's "quoted" \\ and\nbroken \u2028 in \${two}`;
  expect(evaluate(literal(text))).toBe(text);
});

test('a table is TypeScript whose types can be stripped', () => {
  const source = constantTable('table', 'A table.', { NAME: { 'other-name': [1, null] } });
  expect(source).toContain("NAME: { 'other-name': [1, null] }");
  expect(stripTypeScriptTypes(source)).not.toContain('as const');
});
