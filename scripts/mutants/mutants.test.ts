import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { titlesOf } from '../rules/test-titles.ts';
import { mutants } from './mutants.ts';
import { mutate, sourceOf } from './run-mutant.ts';

const serverSource = new URL('../../packages/server/src/', import.meta.url);

describe('the mistakes that tests must notice', () => {
  it('each have a place in the code and a test that exists', () => {
    for (const mutant of mutants) {
      expect(mutate(mutant, sourceOf(mutant))).not.toBe(sourceOf(mutant));
      const [file, title] = mutant.test;
      const test = new URL(file, serverSource);
      expect(existsSync(test), file).toBe(true);
      expect([...titlesOf(readFileSync(test, 'utf8'))], mutant.name).toContain(title);
    }
  });

  it('are told apart by their names', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  it('refuse to be made where their place has gone', () => {
    const [mutant] = mutants;
    if (mutant === undefined) throw new Error('there are no mutants');
    expect(() => mutate(mutant, 'const other = 1;')).toThrow('finds its place 0 times');
  });
});
