import { describe, expect, test } from 'vitest';
import { parseSpecification } from '../../../types/src/specification.ts';
import { broken, fixtures, goodSpecification } from './break.ts';
import { applyRules, lint } from './lint.ts';
import { rules } from './rules.ts';

const breaks = fixtures();

describe('the rules of the specification', () => {
  test('find nothing in a good specification', async () => {
    expect(await lint(JSON.stringify(goodSpecification()))).toEqual([]);
  });

  test('include those of spectral:oas, such as the one against unused components', async () => {
    const change = { breaks: '', at: ['components', 'schemas', 'Unused'], says: '' };
    const findings = await lint(broken({ ...change, set: { type: 'object', description: 'Nothing refers to this.' } }));
    expect(findings.map(({ rule }) => rule)).toEqual(['oas3-unused-component']);
  });

  test('are run by Spectral, with their message and path', async () => {
    const path = ['paths', '/parcels', 'get', 'x-permission'];
    expect(await lint(broken({ breaks: '', at: path, set: 'READ', says: '' }))).toEqual([
      { rule: 'permission', path, message: 'x-permission must be one of VIEW, TRANSACT, MANAGE.' },
    ]);
  });

  test('each have a fixture, and each fixture has its rule', () => {
    expect([...breaks.keys()].sort()).toEqual(rules.map((rule) => rule.name).sort());
  });
});

for (const [rule, cases] of breaks) {
  describe(`the rule ${rule}`, () => {
    test.each(cases)('fires when: $breaks', (change) => {
      const findings = applyRules(parseSpecification(broken(change)));
      const messages = findings.filter((finding) => finding.rule === rule).map(({ message }) => message);
      expect(messages.join('\n')).toContain(change.says);
      const others = new Set(findings.map((finding) => finding.rule).filter((name) => name !== rule));
      expect([...others].sort()).toEqual([...(change.also ?? [])].sort());
    });
  });
}
