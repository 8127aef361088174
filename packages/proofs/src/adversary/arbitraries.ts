import fc from 'fast-check';
import { isObject } from '../../../spec-tools/src/rules/is-object.ts';
import { follow } from '../../../spec-tools/src/rules/references.ts';
import type { Json, Schema, Specification } from '../../../types/src/spec.ts';

/** Deeper than any body of the specification; deeper levels are omitted. */
const deepest = 14;
const largest = Number.MAX_SAFE_INTEGER;

/** Values that match the schema, or nearly: constraints across several fields are not enforced. */
export function arbitraryOf(specification: Specification, schema: Schema, depth = 0): fc.Arbitrary<Json> {
  const { $ref, allOf, oneOf, anyOf, const: only, enum: values } = schema;
  if ($ref !== undefined) return arbitraryOf(specification, follow(specification, schema), depth);
  if (only !== undefined) return fc.constant(only);
  if (values !== undefined) return fc.constantFrom(...values);
  if (depth > deepest) return fc.constant(null);
  const parts = [
    ...(allOf ?? []).map((part) => arbitraryOf(specification, part, depth + 1)),
    ...[oneOf, anyOf].flatMap((members) =>
      members === undefined
        ? []
        : [fc.oneof(...members.map((member) => arbitraryOf(specification, member, depth + 1)))],
    ),
  ];
  if (parts.length === 0 || schema.properties !== undefined) parts.unshift(ownArbitrary(specification, schema, depth));
  return fc.tuple(...parts).map(merged);
}

/** Merges parts of one value; of parts that are not objects the last one wins. */
function merged(parts: readonly Json[]): Json {
  const last = parts.at(-1) ?? null;
  return parts.every(isObject) ? Object.assign({}, ...parts) : last;
}

function ownArbitrary(specification: Specification, schema: Schema, depth: number): fc.Arbitrary<Json> {
  const type = typeof schema.type === 'object' ? schema.type[0] : schema.type;
  if (type === 'object' || schema.properties !== undefined || schema.required !== undefined)
    return objects(specification, schema, depth);
  if (type === 'array') return lists(specification, schema, depth);
  if (type === 'integer') return wholeNumbers(schema);
  if (type === 'number') return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e6, noNaN: true });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'string') return texts(schema);
  return fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>;
}

function objects(specification: Specification, schema: Schema, depth: number): fc.Arbitrary<Json> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields: Record<string, fc.Arbitrary<Json>> = {};
  for (const [name, field] of Object.entries(properties)) {
    // A part that only constrains a field does not generate it; the part with its type does.
    const isSaid = Object.keys(field).some((key) => key !== 'not');
    if (isSaid && follow(specification, field).readOnly !== true)
      fields[name] = arbitraryOf(specification, field, depth + 1);
  }
  const named = fc.record(fields, { requiredKeys: required.filter((name) => Object.hasOwn(fields, name)) });
  if (typeof additionalProperties !== 'object') return named;
  const others = fc.dictionary(matching('^[a-z]{1,12}$'), arbitraryOf(specification, additionalProperties), {
    maxKeys: 3,
  });
  return fc.tuple(named, others).map(merged);
}

function lists(specification: Specification, schema: Schema, depth: number): fc.Arbitrary<Json> {
  const { items = {}, minItems: minLength = 0, maxItems = 1_000 } = schema;
  return fc.array(arbitraryOf(specification, items, depth + 1), {
    minLength,
    maxLength: Math.min(maxItems, minLength + 3),
  });
}

function wholeNumbers(schema: Schema): fc.Arbitrary<number> {
  const min = schema.minimum ?? (schema.exclusiveMinimum === undefined ? -largest : schema.exclusiveMinimum + 1);
  const max = Math.min(schema.maximum ?? largest, largest);
  const few = fc.integer({ min, max: Math.max(min, Math.min(max, 20_000)) });
  return fc.oneof({ arbitrary: few, weight: 6 }, fc.constantFrom(min, max), fc.integer({ min, max }));
}

const read = new Map<string, fc.Arbitrary<string>>();

/** The specification repeats few patterns in hundreds of places, and fast-check parses them slowly, so they are cached. */
function matching(pattern: string): fc.Arbitrary<string> {
  const known = read.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  read.set(pattern, known);
  return known;
}

const days = fc.integer({ min: 0, max: 40_000 });
const shaped: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: days.map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
  'date-time': days.map((day) => new Date(day * 86_400_000 + day).toISOString()),
  email: matching('^[a-z]{1,12}$').map((name) => `${name}@example.com`),
  // Host names that do not exist: whatever is sent there fails in the resolver.
  uri: matching('^[a-z]{1,12}$').map((name) => `https://${name}.example.com/${name}`),
};

function texts(schema: Schema): fc.Arbitrary<string> {
  const { pattern, format = '', minLength = 0, maxLength = 5_000, examples = [] } = schema;
  const shown = examples.filter((example) => typeof example === 'string');
  const sometimes = (made: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    shown.length === 0 ? made : fc.oneof(made, fc.constantFrom(...shown));
  const known = shaped[format];
  if (known !== undefined && (pattern === undefined || format === 'uri')) return sometimes(known);
  if (pattern !== undefined) return sometimes(matching(pattern));
  const longest = Math.min(maxLength, minLength + 40);
  return sometimes(
    fc.oneof(
      fc.string({ minLength, maxLength: longest }),
      fc.string({ minLength, maxLength: longest, unit: 'grapheme' }),
      matching('^[A-Z][a-z]{2,8}$').filter((word) => word.length >= minLength && word.length <= longest),
    ),
  );
}
