import { operationTable } from '@payments-platform/types';
import type { Schema } from '@payments-platform/types/spec';
import { describe, expect, it } from 'vitest';
import { type RedactionOptions, redactor } from './redaction.ts';
import { specification } from './specification.ts';

const options: RedactionOptions = { longestText: 8_000, freeText: 'KEPT' };
const marked: RedactionOptions = { ...options, freeText: 'MARKED' };
const unchecked: RedactionOptions = { ...options, freeText: 'LEFT_OUT' };

const parcel: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^Parcel:[0-9a-f]{4}$', 'x-id-prefix': 'Parcel' },
    to: { type: 'string', 'x-sensitive': true },
    address: { type: 'object', 'x-sensitive': true, properties: { street: { type: 'string' } } },
    weight: { type: 'integer' },
    note: { type: 'string' },
    size: { type: 'string', enum: ['SMALL', 'LARGE'] },
    code: { type: 'string', pattern: '^[0-9]{6}$' },
    lines: { type: 'array', items: { type: 'object', properties: { item: { type: 'string' } } } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
  },
};
const redact = redactor(parcel);

function kept(value: unknown, how = options): unknown {
  return JSON.parse(redact(value, how).text);
}

/** The texts under names that the schema marks, and those under others, found by a separate traversal. */
function textsOf(schema: Schema | undefined, value: unknown, wantsMarked: boolean, isMarked = false): string[] {
  if (schema === undefined) return [];
  const target = schema.$ref === undefined ? schema : named(schema.$ref);
  const marked = isMarked || schema['x-sensitive'] === true || target['x-sensitive'] === true;
  if (typeof value === 'string') return marked === wantsMarked ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => textsOf(target.items ?? {}, item, wantsMarked, marked));
  const whole = [...(target.allOf ?? []), ...(target.oneOf ?? []), ...(target.anyOf ?? [])];
  return [
    ...Object.entries(value).flatMap(([name, part]) => textsOf(target.properties?.[name], part, wantsMarked, marked)),
    ...whole.flatMap((part) => textsOf(part, value, wantsMarked, marked)),
  ];
}

function named(reference: string): Schema {
  return specification().components?.schemas?.[reference.slice(reference.lastIndexOf('/') + 1)] ?? {};
}

describe('redaction', () => {
  it('keeps known fields, redacts sensitive ones and drops unknown ones', () => {
    const value = { id: 'Parcel:00ff', to: 'Ada', address: { street: 'x' }, weight: 3, note: 'hello', size: 'SMALL' };
    expect(kept({ ...value, secret: 'Zq7', labels: { Ada: 'Zq7' } })).toEqual({
      ...value,
      to: '[redacted]',
      address: '[redacted]',
      labels: {},
    });
    expect(redact(value, options).ids).toEqual(new Set(['Parcel:00ff']));
  });

  it('drops values of another type than the schema has', () => {
    expect(kept({ weight: 'Ada', note: { name: 'Ada' }, lines: 'Ada', size: ['Ada'], id: 7 })).toEqual({});
    expect(kept('Ada')).toBe('[redacted]');
  });

  it('keeps only ids, numbers and enum values of a body that was not validated', () => {
    const value = { id: 'Parcel:00ff', weight: 3, note: 'Ada', size: 'Ada', code: '123456', lines: [{ item: 'Ada' }] };
    expect(kept(value, unchecked)).toEqual({ id: 'Parcel:00ff', weight: 3, lines: [{}] });
    expect(kept({ ...value, id: 'Ada', size: 'LARGE' }, unchecked)).toEqual({ weight: 3, size: 'LARGE', lines: [{}] });
  });

  it('keeps, redacts or drops free text as its option says, also in turn', () => {
    const note = { note: 'hello', size: 'SMALL' };
    for (const how of [options, marked, unchecked, marked]) {
      const shown = { [options.freeText]: 'hello', [marked.freeText]: '[redacted]' }[how.freeText];
      expect(kept(note, how)).toEqual({ size: 'SMALL', ...(shown !== undefined && { note: shown }) });
    }
  });

  it('keeps the members in the order they came', () => {
    for (const value of [
      { weight: 1, size: 'SMALL', note: 'a' },
      { size: 'LARGE', weight: 1 },
      { note: 'b' },
      {},
      { x: 1, note: 'c', weight: 2 },
    ]) {
      const { x: _left, ...rest } = value as Readonly<Record<string, unknown>>;
      expect(redact(value, options).text).toBe(JSON.stringify(rest));
    }
  });

  it('redacts free text of callers, and keeps ids, numbers and enum values', () => {
    const value = {
      id: 'Parcel:00ff',
      weight: 3,
      note: 'Ada',
      size: 'SMALL',
      code: '123456',
      lines: [{ item: 'Ada' }],
    };
    const hidden = '[redacted]';
    expect(kept(value, marked)).toEqual({ ...value, note: hidden, code: hidden, lines: [{ item: hidden }] });
  });

  it('is cut after 8,000 characters, even for 100,000 entries', () => {
    const lines = Array.from({ length: 100_000 }, () => ({ item: 'x'.repeat(100) }));
    const { text, isCut } = redact({ lines }, options);
    expect(isCut).toBe(true);
    expect(text.length).toBe(8_001);
    expect(redact({ note: 'x'.repeat(10_000) }, options).text.length).toBeLessThan(1_100);
  });

  it('leaves no sensitive value of any example in the specification', () => {
    let found = 0;
    for (const { path, method } of Object.values(operationTable)) {
      const operation = specification().paths[path]?.[method.toLowerCase() as 'post'];
      const bodies = [
        operation?.requestBody?.content,
        ...Object.values(operation?.responses ?? {}).map(({ content }) => content),
      ];
      for (const media of bodies.flatMap((content) => Object.values(content ?? {}))) {
        const { schema, examples = {} } = media;
        if (schema === undefined) continue;
        for (const { $ref, value: own } of Object.values(examples)) {
          const value =
            $ref === undefined
              ? own
              : specification().components?.examples?.[$ref.slice($ref.lastIndexOf('/') + 1)]?.value;
          const { text } = redactor(schema)(value, options);
          const shown = new Set(JSON.stringify(JSON.parse(text.replace(/…$/, '')) ?? null).match(/"(?:[^"\\]|\\.)*"/g));
          // Values that also appear in unmarked places are not secret: a country, a type.
          const open = new Set(textsOf(schema, value, false));
          for (const secret of textsOf(schema, value, true).filter((text) => !open.has(text))) {
            found += 1;
            expect([path, secret, shown.has(JSON.stringify(secret))]).toEqual([path, secret, false]);
          }
        }
      }
    }
    expect(found).toBeGreaterThan(100);
  });
});
