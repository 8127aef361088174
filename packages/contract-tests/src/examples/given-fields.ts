import { loadSpecification, type Schema } from '@payments-platform/types/spec';

const { components, paths } = loadSpecification();

/** The name of a field and what it refers to, or its type: `currency of CurrencyCode`. */
function keyOf(field: string, schema: Schema): string {
  const inner =
    schema.$ref === undefined ? (schema.allOf ?? schema.anyOf ?? []).find(({ $ref }) => $ref !== undefined) : schema;
  return `${field} of ${inner?.$ref ?? String(schema.type)}`;
}

/** Every field that the body of some request has. */
const given = new Set<string>();
const visited = new Set<Schema>();

function visit(schema: Schema): void {
  if (visited.has(schema)) return;
  visited.add(schema);
  const target = schema.$ref === undefined ? undefined : components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''];
  for (const [field, member] of Object.entries(schema.properties ?? {})) {
    given.add(keyOf(field, member));
    visit(member);
  }
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  for (const part of [target, schema.items, ...parts]) if (part !== undefined) visit(part);
}

for (const item of Object.values(paths))
  for (const operation of [item.post, item.put, item.patch, item.delete])
    for (const { schema } of Object.values(operation?.requestBody?.content ?? {}))
      if (schema !== undefined) visit(schema);

/** Whether callers send this field, so that its value says nothing about what the server does. */
export function isGiven(field: string, schemas: readonly Schema[]): boolean {
  return schemas.some((schema) => given.has(keyOf(field, schema)));
}
