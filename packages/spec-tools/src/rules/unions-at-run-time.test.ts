import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { withSelectedUnions } from '../../../server/src/ground/specification/selected-unions.ts';
import { loadSpecification } from '../../../types/src/spec.ts';
import type { Json, Schema } from '../../../types/src/specification.ts';
import { examplesOf } from './example-places.ts';
import { follow } from './references.ts';
import { sampleOf } from './sample.ts';

const specification = loadSpecification();

/** The validators of `oneOf` as written, and as the server transforms it. */
const readings = Object.entries({
  plain: specification,
  selected: withSelectedUnions(JSON.parse(JSON.stringify(specification)) as Readonly<Record<string, unknown>>),
}).map(([name, document]) => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'specification');
  const of = (schema: string): ValidateFunction => {
    const found = ajv.getSchema(`specification#/components/schemas/${schema}`);
    if (found === undefined) throw new Error(`${schema} does not compile`);
    return found;
  };
  return { name, accepts: (schema: string, value: Json): boolean => of(schema)(value) === true };
});

interface Member {
  readonly union: string;
  readonly property: string;
  readonly value: string;
  readonly schema: string;
}

const members: Member[] = Object.entries(specification.components?.schemas ?? {}).flatMap(([union, schema]) =>
  Object.entries(schema.discriminator?.mapping ?? {}).map(([value, target]) => ({
    union,
    property: schema.discriminator?.propertyName ?? '',
    value,
    schema: target.split('/').at(-1) ?? '',
  })),
);

function isFields(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldsOf(value: Json): Readonly<Record<string, Json>> {
  return isFields(value) ? value : {};
}

/** Every value in the examples of the specification, by the name of its schema. */
function exampleParts(): Map<string, Json[]> {
  const parts = new Map<string, Json[]>();
  const visit = (given: Schema, value: Json): void => {
    const name = given.$ref?.split('/').at(-1);
    if (name !== undefined) parts.set(name, [...(parts.get(name) ?? []), value]);
    const schema = follow(specification, given);
    for (const part of schema.allOf ?? []) visit(part, value);
    for (const part of (schema.anyOf ?? []).filter(({ required }) => required === undefined)) visit(part, value);
    if (schema.items !== undefined && Array.isArray(value)) for (const item of value) visit(schema.items, item);
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      const member = fieldsOf(value)[field];
      if (member !== undefined) visit(property, member);
    }
  };
  for (const { schema, value } of examplesOf(specification)) visit(schema, value);
  return parts;
}

const shown = exampleParts();

/** Examples of this member of the union; if the specification has none, one is created from its parts. */
function valuesOf({ union, property, value, schema }: Member): Json[] {
  const examples = (shown.get(union) ?? []).filter((example) => fieldsOf(example)[property] === value);
  if (examples.length > 0) return examples;
  return [{ ...fieldsOf(sampleOf(specification, { $ref: `#/components/schemas/${schema}` })), [property]: value }];
}

describe.each(readings)('the unions of the $name specification', ({ accepts }) => {
  it.each(members)('$union accepts $value', (member) => {
    for (const value of valuesOf(member)) {
      expect(accepts(member.union, value)).toBe(true);
      expect(accepts(member.schema, value)).toBe(true);
    }
  });

  it.each(members)('$union accepts $value only with its own discriminator', (member) => {
    const { union, property, schema } = member;
    const foreign = members.filter((other) => other.union === union && other.schema !== schema);
    for (const value of valuesOf(member).map(fieldsOf)) {
      const { [property]: _constant, ...nameless } = value;
      expect(accepts(union, nameless)).toBe(false);
      for (const wrong of ['NO_SUCH_KIND', '', 1, null])
        expect(accepts(union, { ...value, [property]: wrong })).toBe(false);
      for (const other of foreign) expect(accepts(schema, { ...value, [property]: other.value })).toBe(false);
    }
  });
});

it('more than 200 union members are tested', () => {
  expect(members.length).toBeGreaterThan(200);
});
