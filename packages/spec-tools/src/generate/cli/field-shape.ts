import type { Dictionary, Json, Schema, Specification } from '../../../../types/src/specification.ts';

/** The values that a field of a body may have, in any alternative of the specification. */
export interface FieldShape {
  readonly kinds: ReadonlySet<string>;
  /** The values that the alternatives list; `undefined` if one of them accepts any. */
  readonly values: readonly Json[] | undefined;
  readonly description: string | undefined;
  readonly isFile: boolean;
  readonly properties: ReadonlyMap<string, FieldShape>;
  /** The members that every alternative requires. */
  readonly required: ReadonlySet<string>;
  readonly items: FieldShape | undefined;
}

const nothing: FieldShape = {
  kinds: new Set(),
  values: undefined,
  description: undefined,
  isFile: false,
  properties: new Map(),
  required: new Set(),
  items: undefined,
};

function kindOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function resolved({ components }: Specification, { $ref, ...own }: Schema): Schema {
  if ($ref === undefined) return own;
  const found = components?.schemas?.[$ref.replace('#/components/schemas/', '')];
  if (found === undefined) throw new Error(`${$ref} is not in the specification.`);
  return { ...found, ...own };
}

function valuesOf({ enum: listed, const: only }: Schema): readonly Json[] | undefined {
  return only === undefined ? listed : [only];
}

function kindsOf(schema: Schema): ReadonlySet<string> {
  const { type } = schema;
  if (type !== undefined) return new Set([type].flat().map((kind) => (kind === 'integer' ? 'number' : kind)));
  const values = valuesOf(schema);
  if (values !== undefined) return new Set(values.map(kindOf));
  return new Set(schema.properties === undefined ? [] : ['object']);
}

/** Merges two shapes that both hold or are alternatives. */
function merged(one: FieldShape, other: FieldShape, required: ReadonlySet<string>): FieldShape {
  const properties = new Map(one.properties);
  for (const [name, field] of other.properties) {
    const known = properties.get(name);
    properties.set(
      name,
      known === undefined ? field : merged(known, field, known.required.intersection(field.required)),
    );
  }
  // An alternative that only names a field does not describe it.
  const speaks = (shape: FieldShape): boolean => shape.kinds.size > 0 && [...shape.kinds].join() !== 'null';
  const isListed = [one, other].filter(speaks).every(({ values }) => values !== undefined);
  const values = [...new Set([...(one.values ?? []), ...(other.values ?? [])])];
  return {
    kinds: one.kinds.union(other.kinds),
    values: isListed && values.length > 0 ? values : undefined,
    description: one.description ?? other.description,
    isFile: one.isFile || other.isFile,
    properties,
    required,
    items: one.items === undefined ? other.items : one.items,
  };
}

function besides(one: FieldShape, other: FieldShape): FieldShape {
  return merged(one, other, one.required.union(other.required));
}

function insteadOf(one: FieldShape, other: FieldShape): FieldShape {
  return merged(one, other, one.required.intersection(other.required));
}

function ofProperties(specification: Specification, properties: Dictionary<Schema>): Map<string, FieldShape> {
  const written = Object.entries(properties).filter(([, field]) => field.readOnly !== true);
  return new Map(written.map(([name, field]) => [name, shapeOf(specification, field)]));
}

/** The shape of a schema, with references, compositions and alternatives merged. */
export function shapeOf(specification: Specification, given: Schema): FieldShape {
  const schema = resolved(specification, given);
  const own: FieldShape = {
    ...nothing,
    kinds: kindsOf(schema),
    values: valuesOf(schema),
    description: schema.description,
    isFile: schema.format === 'binary',
    properties: ofProperties(specification, schema.properties ?? {}),
    required: new Set(schema.required ?? []),
    items: schema.items && shapeOf(specification, schema.items),
  };
  const parts = (schema.allOf ?? []).map((part) => shapeOf(specification, part));
  const alternatives = [schema.oneOf, schema.anyOf].flatMap((members) => {
    const [first, ...others] = (members ?? []).map((member) => shapeOf(specification, member));
    return first === undefined ? [] : [others.reduce(insteadOf, first)];
  });
  return [...parts, ...alternatives].reduce(besides, own);
}
