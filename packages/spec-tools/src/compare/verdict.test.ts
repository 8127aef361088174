import { expect, it } from 'vitest';
import { versionWith } from './cases.ts';
import { verdictText } from './print-verdict.ts';
import { judge } from './verdict.ts';

const before = versionWith();
const breaking = { at: ['components', 'schemas', 'Status', 'enum'], set: ['WAITING', 'SENT', 'FOUND'] };
const moved = { at: ['info', 'version'], set: '2031-01-01' };

it('forbids a breaking change at the same version, and names path, effect, alternative and users', () => {
  const verdict = judge(before, versionWith([breaking]));
  expect(verdict.isAllowed).toBe(false);
  expect(verdict.breaking).toEqual([
    {
      kind: 'breaking',
      rule: 'response-value-removed',
      path: '$.components.schemas.Status',
      message: '"LOST" is no longer one of the values.',
      means: expect.any(String),
      instead: expect.any(String),
      usedBy: ['createParcel', 'event parcelSent', 'getParcel', 'listParcels'],
    },
  ]);
  expect(verdict.compatible.map(({ rule }) => rule)).toEqual(['response-value-added']);
});

it('allows a breaking change at a later version, and forbids an earlier version', () => {
  expect(judge(before, versionWith([breaking, moved])).isAllowed).toBe(true);
  expect(judge(before, versionWith([{ ...moved, set: '2029-01-01' }])).isAllowed).toBe(false);
});

it('prints the breaking changes, the compatible ones on demand, and what to do', () => {
  const verdict = judge(before, versionWith([breaking]));
  const text = verdictText(verdict, 'the last release', false);
  expect(text).toContain('breaking response-value-removed  $.components.schemas.Status\n');
  expect(text).toContain('Used by createParcel, event parcelSent, getParcel, listParcels.\n');
  expect(text).toContain('1 breaking and 1 compatible changes since the last release.\n');
  expect(text).toContain('give the interface a new date');
  expect(text).not.toContain('response-value-added');
  expect(verdictText(verdict, 'the last release', true)).toContain('response-value-added');
  const next = judge(before, versionWith([breaking, moved]));
  expect(verdictText(next, 'the last release', false)).toContain('moved from 2030-01-01 to 2031-01-01');
  expect(verdictText(judge(before, before), 'the last release', false)).toBe(
    '0 breaking and 0 compatible changes since the last release.\n',
  );
});
