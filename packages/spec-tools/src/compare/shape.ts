import type { Discriminator, Schema, Specification } from '../../../types/src/specification.ts';
import { componentName, follow } from '../rules/references.ts';
import type { DocumentPath } from '../rules/rule.ts';
import { canonical } from './change.ts';

/** A schema and its place, with the document that resolves its references. */
export interface Place {
  readonly document: Specification;
  readonly path: DocumentPath;
  readonly schema: Schema;
}

export interface Union {
  readonly property: string;
  /** By value of the discriminator. */
  readonly members: ReadonlyMap<string, Place>;
}

const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
type LowerBound = (typeof lowerBounds)[number];
type UpperBound = (typeof upperBounds)[number];

/** All constraints of a schema on a value, with references followed and parts merged. */
export interface Shape {
  types: ReadonlySet<string> | undefined;
  /** Canonical JSON of each value of an enumeration or constant. */
  values: ReadonlySet<string> | undefined;
  readonly formats: Set<string>;
  readonly patterns: Set<string>;
  readonly lower: Map<LowerBound, number>;
  readonly upper: Map<UpperBound, number>;
  readonly properties: Map<string, Place>;
  readonly required: Set<string>;
  additional: false | Place | undefined;
  items: Place | undefined;
  readonly unions: Union[];
  /** Lists of alternatives, one of which must hold, by canonical JSON; and schemas that must not hold. */
  readonly conditions: ReadonlyMap<string, Place>[];
  readonly prohibitions: Set<string>;
  /** Keywords that are compared literally, because their effect on a value is not known here. */
  readonly others: Map<string, string>;
  isReadOnly: boolean;
  isWriteOnly: boolean;
  isId: boolean;
  isDeprecated: boolean;
  default: string | undefined;
}

const understood = new Set<string>([
  ...[...lowerBounds, ...upperBounds],
  ...['$ref', 'type', 'enum', 'const', 'format', 'pattern', 'properties', 'required', 'additionalProperties', 'items'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'discriminator', 'default', 'deprecated', 'readOnly', 'writeOnly'],
  // These keywords do not constrain values.
  ...['title', 'description', 'examples', 'example', '$comment', 'externalDocs', 'contentMediaType', '$defs'],
]);

function emptyShape(): Shape {
  return {
    types: undefined,
    values: undefined,
    formats: new Set(),
    patterns: new Set(),
    lower: new Map(),
    upper: new Map(),
    properties: new Map(),
    required: new Set(),
    additional: undefined,
    items: undefined,
    unions: [],
    conditions: [],
    prohibitions: new Set(),
    others: new Map(),
    isReadOnly: false,
    isWriteOnly: false,
    isId: false,
    isDeprecated: false,
    default: undefined,
  };
}

function intersect<Value>(one: ReadonlySet<Value> | undefined, other: readonly Value[] | undefined) {
  if (other === undefined) return one;
  return one === undefined ? new Set(other) : one.intersection(new Set(other));
}

/** The target of a reference; the place itself if it is not a reference. */
export function entered({ document, path, schema }: Place): Place {
  const name = componentName(schema.$ref);
  if (name === undefined) return { document, path, schema };
  return { document, path: ['components', 'schemas', name], schema: follow(document, schema) };
}

function child(place: Place, step: readonly (string | number)[], schema: Schema): Place {
  return entered({ document: place.document, path: [...place.path, ...step], schema });
}

/** Merges two schemas that must both hold. */
function both(one: Place | undefined, other: Place): Place {
  return one === undefined ? other : { ...other, schema: { allOf: [one.schema, other.schema] } };
}

function isNull({ type, const: constant }: Schema): boolean {
  return type === 'null' || constant === null;
}

function addValues(shape: Shape, { type, enum: list, const: constant, format, pattern }: Schema): void {
  shape.types = intersect(shape.types, type === undefined ? undefined : [type].flat());
  const values = constant === undefined ? list : [constant];
  shape.values = intersect(shape.values, values?.map(canonical));
  if (format !== undefined) shape.formats.add(format);
  if (pattern !== undefined) shape.patterns.add(pattern);
}

function addBounds(shape: Shape, schema: Schema): void {
  for (const name of lowerBounds) {
    const bound = schema[name];
    if (bound !== undefined) shape.lower.set(name, Math.max(bound, shape.lower.get(name) ?? bound));
  }
  for (const name of upperBounds) {
    const bound = schema[name];
    if (bound !== undefined) shape.upper.set(name, Math.min(bound, shape.upper.get(name) ?? bound));
  }
}

function addFields(shape: Shape, place: Place): void {
  const { properties = {}, required = [], additionalProperties, items } = place.schema;
  for (const [name, schema] of Object.entries(properties)) {
    shape.properties.set(name, both(shape.properties.get(name), child(place, ['properties', name], schema)));
  }
  for (const name of required) shape.required.add(name);
  if (additionalProperties === false) shape.additional = false;
  if (typeof additionalProperties === 'object' && shape.additional !== false) {
    shape.additional = both(shape.additional, child(place, ['additionalProperties'], additionalProperties));
  }
  if (items !== undefined) shape.items = both(shape.items, child(place, ['items'], items));
}

function unionOf(place: Place, members: readonly Schema[], { propertyName, mapping = {} }: Discriminator): Union {
  const found = Object.entries(mapping).flatMap(([value, target]) => {
    const index = members.findIndex((member) => member.$ref === target);
    const member = members[index];
    return member === undefined ? [] : [[value, child(place, ['oneOf', index], member)] as const];
  });
  return { property: propertyName, members: new Map(found) };
}

/** A choice between null and one schema becomes this schema plus null. Any other choice stays unchanged. */
function addChoices(shape: Shape, place: Place): void {
  const { anyOf, oneOf, not, discriminator } = place.schema;
  if (not !== undefined) shape.prohibitions.add(canonical(not));
  for (const [keyword, list] of [['anyOf', anyOf] as const, ['oneOf', oneOf] as const]) {
    const members = list?.filter((member) => !isNull(member)) ?? [];
    const [only] = members;
    if (list === undefined || only === undefined) continue;
    if (keyword === 'oneOf' && discriminator !== undefined) {
      shape.unions.push(unionOf(place, members, discriminator));
    } else if (members.length === 1) {
      addSchema(shape, child(place, [keyword, list.indexOf(only)], only));
    } else {
      const places = members.map((member) => child(place, [keyword, list.indexOf(member)], member));
      shape.conditions.push(new Map(places.map((member, index) => [canonical(members[index]), member])));
    }
    if (members.length < list.length) admitNull(shape);
  }
}

function admitNull(shape: Shape): void {
  if (shape.types !== undefined) shape.types = new Set([...shape.types, 'null']);
  if (shape.values !== undefined) shape.values = new Set([...shape.values, 'null']);
}

function addMarks(shape: Shape, schema: Schema): void {
  shape.isReadOnly ||= schema.readOnly === true;
  shape.isWriteOnly ||= schema.writeOnly === true;
  shape.isDeprecated ||= schema.deprecated === true;
  shape.isId ||= schema['x-id-prefix'] !== undefined;
  if (schema.default !== undefined) shape.default = canonical(schema.default);
  for (const [keyword, value] of Object.entries(schema)) {
    if (!understood.has(keyword) && !keyword.startsWith('x-')) shape.others.set(keyword, canonical(value));
  }
}

function addSchema(shape: Shape, place: Place): void {
  const { $ref, ...own } = place.schema;
  if ($ref !== undefined && componentName($ref) !== undefined) addSchema(shape, entered(place));
  addValues(shape, own);
  addBounds(shape, own);
  addFields(shape, { ...place, schema: own });
  for (const [index, part] of (own.allOf ?? []).entries()) addSchema(shape, child(place, ['allOf', index], part));
  addChoices(shape, { ...place, schema: own });
  addMarks(shape, own);
}

export function shapeOf(place: Place): Shape {
  const shape = emptyShape();
  addSchema(shape, place);
  return shape;
}
