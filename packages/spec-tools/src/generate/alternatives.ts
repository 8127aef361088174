import {
  type Json,
  type JsonObject,
  parseSpecification,
  type Specification,
} from '../../../types/src/specification.ts';

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names what an alternative requires, without saying it again: the schema that has the alternatives describes it. */
function declared(alternative: Json): Json {
  if (!isObject(alternative) || !Array.isArray(alternative.required)) return alternative;
  const named = Object.fromEntries(alternative.required.map((name) => [String(name), {}]));
  return {
    ...alternative,
    properties: { ...named, ...(isObject(alternative.properties) ? alternative.properties : {}) },
  };
}

/** An alternative leaves open what else there is; validators that close objects for themselves need it said. */
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
 * Generators read alternatives beside fields as one more way to write the whole, and lose the fields: as two parts of
 * which both hold they are the same to a validator, and to them what it is.
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
 * declares. That is right, but readers of one schema at a time take such a member for a slip of the pen, or make
 * `unknown` of the whole.
 */
export function withDeclaredAlternatives(specification: Specification): Specification {
  const { components } = specification;
  if (components?.schemas === undefined) return specification;
  const schemas = completed(JSON.parse(JSON.stringify(components.schemas)) as Json);
  return parseSpecification(JSON.stringify({ ...specification, components: { ...components, schemas } }));
}
