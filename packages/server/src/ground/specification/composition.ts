import type { Schema } from '@payments-platform/types/spec';
import { specification } from './specification.ts';

/** A union whose member is named by a field of the value. */
export interface Union {
  readonly field: string;
  readonly members: Readonly<Record<string, string>>;
}

/** The schema that a reference names. */
export function resolveReference(reference: string): Schema {
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  const schema = specification().components?.schemas?.[name];
  if (schema === undefined) throw new Error(`the specification has no schema ${name}`);
  return schema;
}

/** The schema and its whole composition, with unions that have a discriminator kept separate. */
export function collect(schema: Schema, shapes: Schema[], unions: Union[]): void {
  shapes.push(schema);
  if (schema.$ref !== undefined) collect(resolveReference(schema.$ref), shapes, unions);
  for (const part of schema.allOf ?? []) collect(part, shapes, unions);
  const { discriminator, oneOf = [], anyOf = [] } = schema;
  if (discriminator?.mapping !== undefined) {
    unions.push({ field: discriminator.propertyName, members: discriminator.mapping });
    return;
  }
  for (const part of [...oneOf, ...anyOf]) collect(part, shapes, unions);
}
