import type { Json, Schema, Specification } from '../../../types/src/specification.ts';
import { follow } from './references.ts';

function isNull({ type }: Schema): boolean {
  return type === 'null';
}

function merged(parts: readonly Json[]): Json {
  const objects = parts.filter((part) => typeof part === 'object' && part !== null && !Array.isArray(part));
  if (objects.length > 0) return Object.assign({}, ...objects);
  return parts.find((part) => part !== null) ?? null;
}

function byType({ type, minLength = 1, minimum = 1 }: Schema): Json {
  const first = Array.isArray(type) ? type[0] : type;
  if (first === 'string') return 'x'.repeat(minLength);
  if (first === 'integer' || first === 'number') return minimum;
  return first === 'boolean' ? true : first === 'object' ? {} : null;
}

function ofObject(specification: Specification, { properties = {} }: Schema): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, sampleOf(specification, property)]),
  );
}

/**
 * A value for a schema, from the constants and examples of its parts. It is not validated: if parts exclude each other
 * or have no examples, it may be invalid.
 */
export function sampleOf(specification: Specification, given: Schema): Json {
  const schema = follow(specification, given);
  if (schema.const !== undefined) return schema.const;
  const [example] = schema.examples ?? [];
  // Named parts are shared, so they may have their own example.
  if (example !== undefined && schema.allOf?.some(({ $ref }) => $ref !== undefined) !== true) return example;
  const [value] = schema.enum ?? [];
  if (value !== undefined) return value;
  const { oneOf = [], anyOf = [], allOf = [], properties, items } = schema;
  const [choice] = [...oneOf, ...anyOf].filter((member) => !isNull(member));
  const parts = [
    ...allOf.map((part) => sampleOf(specification, part)),
    ...(choice === undefined || choice.required !== undefined ? [] : [sampleOf(specification, choice)]),
    ...(properties === undefined ? [] : [ofObject(specification, schema)]),
    // An example of the whole is the most consistent, but may lack the constant of this member.
    ...(example === undefined ? [] : [merged([example, properties === undefined ? {} : constants(schema)])]),
  ];
  if (parts.length > 0) return merged(parts);
  return items === undefined ? byType(schema) : [sampleOf(specification, items)];
}

function constants({ properties = {} }: Schema): Json {
  const fixed = Object.entries(properties).flatMap(([name, { const: value }]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(fixed);
}
