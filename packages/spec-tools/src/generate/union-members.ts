import {
  type Json,
  type JsonObject,
  parseSpecification,
  type Schema,
  type Specification,
} from '../../../types/src/specification.ts';
import { isObject } from '../rules/is-object.ts';
import { flatten } from '../rules/references.ts';

function textsOf(values: readonly Json[]): string[] {
  return values.filter((value) => typeof value === 'string');
}

/** Every value of the discriminator with the member that has it. */
function mappingOf(specification: Specification, members: readonly Json[], property: string): JsonObject {
  const rows = members.flatMap((member) => {
    const reference = isObject(member) ? member['$ref'] : undefined;
    if (typeof reference !== 'string') return [];
    const found = flatten(specification, { $ref: reference }).properties[property];
    const values = found?.const === undefined ? textsOf(found?.enum ?? []) : textsOf([found.const]);
    return values.map((value) => [value, reference] as const);
  });
  return Object.fromEntries(rows);
}

function withMappings(specification: Specification, value: Json): Json {
  if (Array.isArray(value)) return value.map((member: Json) => withMappings(specification, member));
  if (!isObject(value)) return value;
  const { discriminator, oneOf } = value;
  const inner = Object.entries(value).map(([key, member]) => [key, withMappings(specification, member)] as const);
  if (!isObject(discriminator) || !Array.isArray(oneOf)) return Object.fromEntries(inner);
  const mapping = mappingOf(specification, oneOf, String(discriminator['propertyName']));
  return { ...Object.fromEntries(inner), discriminator: { ...discriminator, mapping } };
}

/** Adds the payload of each webhook to the union of all events. */
function withEvents(specification: Specification): Specification {
  const { WebhookEvent: union, ...others } = specification.components?.schemas ?? {};
  if (union === undefined) return specification;
  const payloads = Object.values(specification.webhooks ?? {}).map(
    (item): Schema => item.post?.requestBody?.content['application/json']?.schema ?? {},
  );
  const { discriminator, ...rest } = union;
  const whole: Schema = { ...rest, oneOf: payloads, ...(discriminator === undefined ? {} : { discriminator }) };
  return { ...specification, components: { ...specification.components, schemas: { ...others, WebhookEvent: whole } } };
}

/**
 * Adds the mapping of the discriminator to each union. It follows from the constants of the members, so it is not
 * written manually.
 */
export function withUnionMembers(written: Specification): Specification {
  const specification = withEvents(written);
  const schemas = JSON.parse(JSON.stringify(specification.components?.schemas ?? {})) as Json;
  const { components } = specification;
  return parseSpecification(
    JSON.stringify({ ...specification, components: { ...components, schemas: withMappings(specification, schemas) } }),
  );
}
