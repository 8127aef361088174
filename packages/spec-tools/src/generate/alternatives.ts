import {
  type Json,
  type JsonObject,
  parseSpecification,
  type Specification,
} from '../../../types/src/specification.ts';
import { isObject } from '../rules/is-object.ts';

/** Names the fields that an alternative requires without describing them: the surrounding schema does. */
function declared(alternative: Json): Json {
  if (!isObject(alternative) || !Array.isArray(alternative.required)) return alternative;
  const named = Object.fromEntries(alternative.required.map((name) => [String(name), {}]));
  return {
    ...alternative,
    properties: { ...named, ...(isObject(alternative.properties) ? alternative.properties : {}) },
  };
}

/** An alternative allows other fields; validators that close objects on their own need this stated. */
function open(alternative: Json): Json {
  const whole = declared(alternative);
  return whole === alternative || !isObject(whole) ? whole : { ...whole, unevaluatedProperties: {} };
}

function completed(value: Json, complete: (alternative: Json) => Json = (other) => other): Json {
  if (Array.isArray(value)) return value.map((member: Json) => completed(member, complete));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => {
    if (key === 'not' && isObject(member)) return [key, completed(member, declared)] as const;
    if (Array.isArray(member) && ['anyOf', 'oneOf'].includes(key)) return [key, completed(member, open)] as const;
    return [key, completed(member)] as const;
  });
  return complete(apart(Object.fromEntries(members)));
}

function annotates(key: string): boolean {
  return ['title', 'description', 'examples', 'deprecated'].includes(key) || key.startsWith('x-');
}

/**
 * Generators treat alternatives beside fields as the whole, and lose the fields. Written as two parts of an `allOf`
 * they mean the same to a validator, and generators keep both.
 */
function apart(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (anyOf === undefined || !isObject(rest['properties'])) return schema;
  const entries = Object.entries(rest);
  const fields = Object.fromEntries(entries.filter(([key]) => !annotates(key)));
  return { ...Object.fromEntries(entries.filter(([key]) => annotates(key))), allOf: [fields, { anyOf }] };
}

/**
 * Alternatives such as `anyOf: [{required: [iban]}, {required: [accountNumber]}]` name members that only their parent
 * declares. This is valid, but tools that read one schema at a time report such a member as a mistake, or turn the
 * whole into `unknown`.
 */
export function withDeclaredAlternatives(specification: Specification): Specification {
  const { components } = specification;
  if (components?.schemas === undefined) return specification;
  const schemas = completed(JSON.parse(JSON.stringify(components.schemas)) as Json);
  return parseSpecification(JSON.stringify({ ...specification, components: { ...components, schemas } }));
}
