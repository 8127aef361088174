import { describe, expect, it, test } from 'vitest';
import { readCases, versionWith } from './cases.ts';
import { jsonPath } from './change.ts';
import { compareSpecifications } from './compare-specifications.ts';
import { breakingRules, compatibleRules, isBreaking, type RuleName } from './rules.ts';

const before = versionWith();
const cases = readCases();

function rulesOf(now: ReturnType<typeof versionWith>): RuleName[] {
  return [...new Set(compareSpecifications(before, now).map(({ rule }) => rule))].sort();
}

describe('a change', () => {
  it.each(cases)('is reported as breaking: $title', ({ rule, also, change }) => {
    const found = rulesOf(versionWith(change)).filter(isBreaking);
    expect(found).toEqual([rule, ...also].sort());
  });

  it.each(cases)('is not reported as breaking in its harmless variant: $title', ({ twin, finds }) => {
    expect(rulesOf(versionWith(twin))).toEqual([...new Set(finds)].sort());
  });

  it('has a test case for each breaking and each compatible rule', () => {
    expect(Object.keys(breakingRules).filter((rule) => !cases.some((one) => one.rule === rule))).toEqual([]);
    const found = new Set<string>(cases.flatMap(({ finds }) => finds));
    expect(Object.keys(compatibleRules).filter((rule) => !found.has(rule))).toEqual([]);
  });

  it('is reported once, at the changed schema, even if several operations use it', () => {
    const now = versionWith([{ at: ['components', 'schemas', 'Status', 'enum'], set: ['WAITING', 'SENT'] }]);
    const changes = compareSpecifications(before, now);
    expect(changes.map(({ path, direction }) => [jsonPath(path), direction])).toEqual([
      ['$.components.schemas.Status', 'response'],
    ]);
  });

  it('is reported at its path within an allOf', () => {
    const path = ['components', 'schemas', 'Parcel', 'allOf', 1, 'properties', 'name', 'type'];
    const [change] = compareSpecifications(before, versionWith([{ at: path, set: 'integer' }]));
    expect(jsonPath(change?.path ?? [])).toBe('$.components.schemas.Parcel.allOf[1].properties.name');
  });
});

test.each([
  ['^Parcel:[0-9a-f]{8}$', '^(Letter|Parcel):[0-9a-f]{8}$', ['request-widened']],
  ['^(Letter|Parcel):[0-9a-f]{8}$', '^(Parcel|Letter):[0-9a-f]{8}$', []],
  ['^(Letter|Parcel):[0-9a-f]{8}$', '^Parcel:[0-9a-f]{8}$', ['request-pattern-narrowed']],
  ['^(Letter|Parcel):[0-9a-f]{8}$', '^(Crate|Parcel):[0-9a-f]{8}$', ['request-pattern-narrowed']],
  ['^Parcel:[0-9a-f]{8}$', '^(Letter|Parcel):[0-9a-f]{4}$', ['request-pattern-narrowed']],
])('an id pattern of a request may gain kinds, but not lose or alter one: from %s to %s', (old, current, found) => {
  const at = ['components', 'schemas', 'ParcelRequest', 'allOf', 1, 'properties', 'code', 'pattern'];
  const [one, other] = [old, current].map((set) => versionWith([{ at, set }]));
  if (one === undefined || other === undefined) throw new Error('two versions are compared');
  expect(compareSpecifications(one, other).map(({ rule }) => rule)).toEqual(found);
});

test('a JSON path quotes a key that is not a name', () => {
  expect(jsonPath(['paths', '/parcels', 'get', 'parameters', 0])).toBe("$.paths['/parcels'].get.parameters[0]");
});
