import type { Json, JsonObject, Schema, Specification } from '../../../types/src/specification.ts';
import { examplesOf } from './example-places.ts';
import { isObject } from './is-object.ts';
import { follow } from './references.ts';
import type { DocumentPath, Finding, Rule } from './rule.ts';

interface Open {
  /** Every schema that may describe an object, its parts and alternatives included. */
  readonly parts: readonly Schema[];
  readonly allowsAnything: boolean;
}

function alternativesOf(schema: Schema, value: JsonObject): readonly Schema[] {
  const { discriminator, oneOf = [], anyOf = [] } = schema;
  const chosen = discriminator?.mapping?.[String(value[discriminator.propertyName])];
  return chosen === undefined ? [...oneOf, ...anyOf] : [{ $ref: chosen }, ...anyOf];
}

function open(specification: Specification, schema: Schema, value: JsonObject): Open {
  const found = follow(specification, schema);
  const inner = [...(found.allOf ?? []), ...alternativesOf(found, value)].map((part) =>
    open(specification, part, value),
  );
  const isFree = found.additionalProperties !== undefined && found.additionalProperties !== false;
  return {
    parts: [found, ...inner.flatMap(({ parts }) => parts)],
    allowsAnything: isFree || inner.some(({ allowsAnything }) => allowsAnything),
  };
}

function checkObject(specification: Specification, path: DocumentPath, value: JsonObject, schema: Schema): Finding[] {
  const { parts, allowsAnything } = open(specification, schema, value);
  const describesNothing = parts.every(({ properties }) => properties === undefined);
  return Object.entries(value).flatMap(([name, member]) => {
    const described = parts.flatMap(({ properties }) => properties?.[name] ?? []);
    if (described.length === 0) {
      if (allowsAnything || describesNothing) return [];
      return [{ path, message: `The schema does not know the field ${name} of this example.` }];
    }
    return check(specification, path, member, described.length === 1 ? (described[0] ?? {}) : { allOf: described });
  });
}

function check(specification: Specification, path: DocumentPath, value: Json, schema: Schema): Finding[] {
  if (isObject(value)) return checkObject(specification, path, value, schema);
  const { items } = follow(specification, schema);
  if (!Array.isArray(value) || items === undefined) return [];
  return value.flatMap((item: Json) => check(specification, path, item, items));
}

export const examplesKnownFields: Rule = {
  name: 'examples-known-fields',
  demands: 'An example shows only fields that its schema describes.',
  check: (specification) =>
    examplesOf(specification).flatMap(({ path, value, schema }) => check(specification, path, value, schema)),
};
