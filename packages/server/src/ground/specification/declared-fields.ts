import type { Schema } from '@payments-platform/types/spec';
import { isJsonObject } from '../json/json-text.ts';
import { specification } from './specification.ts';

function named(schemaName: string): Schema {
  const schema = specification().components?.schemas?.[schemaName];
  if (schema === undefined) throw new Error(`the specification has no schema ${schemaName}`);
  return schema;
}

/** The value without undeclared and read-only fields. Unknown fields of a request are neither stored nor returned. */
export function onlyDeclared<Value>(schemaName: string, value: Value): Value {
  return pick([named(schemaName)], value) as Value;
}

function pick(schemas: readonly Schema[], value: unknown): unknown {
  const shapes = schemas.flatMap((schema) => shapesOf(schema, value));
  if (Array.isArray(value)) {
    const items = shapes.flatMap(({ items: schema }) => (schema === undefined ? [] : [schema]));
    return value.map((item) => pick(items, item));
  }
  if (!isJsonObject(value)) return value;
  const kept: [string, unknown][] = [];
  for (const [name, part] of Object.entries(value)) {
    const declared = shapes.flatMap((shape) => propertyOf(shape, name));
    if (declared.length > 0 && !declared.some(isReadOnly)) kept.push([name, pick(declared, part)]);
  }
  return Object.fromEntries(kept);
}

/** The schema itself and all parts of its composition that apply to this value. */
function shapesOf(schema: Schema, value: unknown): Schema[] {
  const referred = schema.$ref === undefined ? [] : [named(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))];
  const parts = [...referred, ...(schema.allOf ?? []), ...membersOf(schema, value)];
  return [schema, ...parts.flatMap((part) => shapesOf(part, value))];
}

/** For a union with a discriminator, only the member that the value names. */
function membersOf({ oneOf, anyOf, discriminator }: Schema, value: unknown): Schema[] {
  if (oneOf === undefined || discriminator?.mapping === undefined) return [...(oneOf ?? []), ...(anyOf ?? [])];
  const tag = isJsonObject(value) ? value[discriminator.propertyName] : undefined;
  const target = typeof tag === 'string' ? discriminator.mapping[tag] : undefined;
  return target === undefined ? [] : [{ $ref: target }];
}

function propertyOf({ properties }: Schema, name: string): Schema[] {
  const property = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return property === undefined ? [] : [property];
}

function isReadOnly(schema: Schema): boolean {
  return 'readOnly' in schema && schema.readOnly === true;
}
