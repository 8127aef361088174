import { type Json, type JsonObject, loadSpecification, type Schema } from '@payments-platform/types/spec';

/** An object of a body, with everything that the specification says about it. */
export interface DescribedObject {
  /** The most specific component that describes it, or its place within the nearest one: `Quote`, `Quote.source`. */
  readonly name: string;
  readonly value: JsonObject;
  /** Each declared field, with all the schemas that apply to it. */
  readonly fields: ReadonlyMap<string, readonly Schema[]>;
}

const { components } = loadSpecification();

function named(reference: string): { name: string; schema: Schema } {
  const name = reference.split('/').at(-1) ?? '';
  return { name, schema: components?.schemas?.[name] ?? {} };
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of a union that its discriminator names, or else all members. */
function membersFor({ discriminator, oneOf = [], anyOf = [] }: Schema, value: Json): readonly Schema[] {
  const kind = discriminator === undefined || !isObject(value) ? undefined : value[discriminator.propertyName];
  const member = discriminator?.mapping?.[String(kind)];
  return member === undefined ? [...oneOf, ...anyOf] : [{ $ref: member }, ...anyOf];
}

/** The schema with all of its parts that apply to this value: references, compositions, chosen members. */
export function partsOf(schema: Schema, value: Json): readonly Schema[] {
  const target = schema.$ref === undefined ? [] : partsOf(named(schema.$ref).schema, value);
  const parts = [...(schema.allOf ?? []), ...membersFor(schema, value)];
  return [schema, ...target, ...parts.flatMap((part) => partsOf(part, value))];
}

/** Unions lead to the chosen member; a schema that is only composed of others keeps its own name. */
function nameOf(schemas: readonly Schema[], value: Json, otherwise: string): string {
  for (const schema of schemas) {
    if (schema.$ref !== undefined) {
      const { name, schema: target } = named(schema.$ref);
      return nameOf([target], value, name);
    }
    const members = membersFor(schema, value).filter(({ type }) => type !== 'null');
    if (members.length === 1) return nameOf(members, value, otherwise);
  }
  return otherwise;
}

/** All objects within a body, the outer ones first. */
export function describedObjects(schemas: readonly Schema[], value: Json, place: string): DescribedObject[] {
  const parts = schemas.flatMap((schema) => partsOf(schema, value));
  if (Array.isArray(value)) {
    const items = parts.flatMap((part) => part.items ?? []);
    return value.flatMap((item: Json) => describedObjects(items, item, place));
  }
  if (!isObject(value)) return [];
  const name = nameOf(schemas, value, place);
  const fields = new Map<string, Schema[]>();
  for (const { properties = {} } of parts)
    for (const [field, schema] of Object.entries(properties)) fields.set(field, [...(fields.get(field) ?? []), schema]);
  const inner = Object.entries(value).flatMap(([field, member]) =>
    describedObjects(fields.get(field) ?? [], member, `${name}.${field}`),
  );
  return [{ name, value, fields }, ...inner];
}
