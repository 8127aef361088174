import { expect, it } from 'vitest';
import { readRepository } from './source-tree.ts';
import { droppableCalls } from './wording.ts';

it('no function is called only for the error it throws, since bundling removes the call', () => {
  expect(droppableCalls(readRepository())).toEqual([]);
  const path = 'packages/server/src/http/a.ts';
  const lost = [
    'decodeURIComponent(url);',
    'Reflect.ownKeys(port);',
    '// Throws.\n  new URL(text);',
    'void BigInt(a);',
  ];
  const kept = ['return decodeURIComponent(url);', 'const a = () =>\n    new URL(text);', 'Reflect.set(a, b, c);'];
  const inFunction = (line: string): string => `function f(): void {\n  ${line}\n}\n`;
  expect(lost.map((line) => droppableCalls([{ path, text: inFunction(line) }]).length)).toEqual([1, 1, 1, 1]);
  expect(kept.flatMap((line) => droppableCalls([{ path, text: inFunction(line) }]))).toEqual([]);
});
