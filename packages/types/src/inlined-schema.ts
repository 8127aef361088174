import type { Dictionary, Json, Schema, Specification } from './specification.ts';

/** A schema without references and compositions of objects, reduced to the keywords that a reader needs. */
export interface PlainSchema extends Omit<Schema, 'properties' | 'oneOf' | 'allOf' | 'items'> {
  readonly properties?: Dictionary<PlainSchema>;
  readonly oneOf?: readonly PlainSchema[];
  readonly items?: PlainSchema;
  readonly const?: Json;
}

const kept = [
  ...['description', 'type', 'format', 'pattern', 'enum', 'const', 'default', 'minimum', 'maximum'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['uniqueItems', 'additionalProperties'],
] as const;

/** Formats that only give the size of a number in a computer; its bounds say more. */
const formatOfNumbers = 'int64';

function follow({ components }: Specification, { $ref, ...own }: Schema): Schema {
  if ($ref === undefined) return own;
  const found = components?.schemas?.[$ref.replace('#/components/schemas/', '')];
  if (found === undefined) throw new Error(`${$ref} is not in the specification.`);
  return found;
}

/** A description beside a reference replaces the one of the schema. */
export function inlined(specification: Specification, schema: Schema): PlainSchema {
  const found = { ...follow(specification, schema), ...(schema.description && { description: schema.description }) };
  const own = Object.fromEntries(
    kept.flatMap((key) =>
      found[key] === undefined || (key === 'format' && found[key] === formatOfNumbers) ? [] : [[key, found[key]]],
    ),
  );
  const parts = (found.allOf ?? []).map((part) => inlined(specification, part));
  const properties = {
    ...Object.assign({}, ...parts.map((part) => part.properties)),
    ...Object.fromEntries(
      Object.entries(found.properties ?? {}).map(([name, field]) => [name, inlined(specification, field)]),
    ),
  };
  const required = [...new Set([...parts.flatMap((part) => part.required ?? []), ...(found.required ?? [])])];
  return {
    ...Object.assign({}, ...parts),
    ...own,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...(found.oneOf && { oneOf: found.oneOf.map((member) => inlined(specification, member)) }),
    ...(found.items && { items: inlined(specification, found.items) }),
  };
}
