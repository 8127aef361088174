type Json = unknown;
type JsonObject = Readonly<Record<string, Json>>;

export interface Discriminator {
  readonly propertyName: string;
  readonly mapping: Readonly<Record<string, string>>;
}

/**
 * Rewrites each `oneOf` with a discriminator so that only the named member is checked. The result is the same, but an
 * error is about the intended member instead of all others.
 */
export function withSelectedUnions(node: JsonObject, memberOf: MemberOf = byConditions): JsonObject {
  return rewrite(node, memberOf) as JsonObject;
}

/** Schemas that check the member with a known name. */
type MemberOf = (discriminator: Discriminator) => readonly JsonObject[];

function rewrite(node: Json, memberOf: MemberOf): Json {
  if (Array.isArray(node)) return node.map((each) => rewrite(each, memberOf));
  if (typeof node !== 'object' || node === null) return node;
  const object = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, rewrite(value, memberOf)]));
  const discriminator = object['discriminator'] as Discriminator | undefined;
  if (discriminator?.mapping === undefined || !Array.isArray(object['oneOf'])) return object;
  const { oneOf: _members, discriminator: _replaced, ...rest } = object;
  const selected = [named(discriminator), ...memberOf(discriminator)];
  return { ...rest, allOf: [...((object['allOf'] as Json[] | undefined) ?? []), ...selected] };
}

function named({ propertyName, mapping }: Discriminator): JsonObject {
  const values = Object.keys(mapping);
  return { type: 'object', required: [propertyName], properties: { [propertyName]: { enum: values } } };
}

function byConditions({ propertyName, mapping }: Discriminator): JsonObject[] {
  const isNamed = (value: string): JsonObject => ({
    // For other types, `required` and `properties` say nothing, so every member would be checked.
    type: 'object',
    properties: { [propertyName]: { const: value } },
    required: [propertyName],
  });
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  return Object.entries(mapping).map(([value, reference]) => ({ if: isNamed(value), then: { $ref: reference } }));
}
