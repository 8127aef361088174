type Json = unknown;
type JsonObject = Readonly<Record<string, Json>>;

interface Discriminator {
  readonly propertyName: string;
  readonly mapping: Readonly<Record<string, string>>;
}

/**
 * Rewrites each `oneOf` with a discriminator so that the named member alone is checked. The verdict
 * stays the same, and an error speaks of the member that was meant instead of all that were not.
 */
export function withSelectedUnions(node: JsonObject): JsonObject {
  return rewrite(node) as JsonObject;
}

function rewrite(node: Json): Json {
  if (Array.isArray(node)) return node.map(rewrite);
  if (typeof node !== 'object' || node === null) return node;
  const object = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, rewrite(value)]));
  const discriminator = object['discriminator'] as Discriminator | undefined;
  if (discriminator?.mapping === undefined || !Array.isArray(object['oneOf'])) return object;
  const { oneOf: _members, discriminator: _replaced, ...rest } = object;
  return { ...rest, allOf: [...((object['allOf'] as Json[] | undefined) ?? []), ...selection(discriminator)] };
}

function selection({ propertyName, mapping }: Discriminator): JsonObject[] {
  const values = Object.keys(mapping);
  const named = (value: string): JsonObject => ({
    properties: { [propertyName]: { const: value } },
    required: [propertyName],
  });
  return [
    { type: 'object', required: [propertyName], properties: { [propertyName]: { enum: values } } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    ...Object.entries(mapping).map(([value, reference]) => ({ if: named(value), then: { $ref: reference } })),
  ];
}
