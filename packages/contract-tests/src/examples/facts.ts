import type { Json, Schema } from '@payments-platform/types/spec';
import { type DescribedObject, isObject, partsOf } from './described-objects.ts';
import { isGiven } from './given-fields.ts';

/** What an object shows about the state of its resource, apart from the values themselves. */
export interface Facts {
  /** Decided by the server, so only some of them can be true at once. */
  readonly ofServer: readonly string[];
  /** Chosen by callers, so they combine freely; and the order of instants. */
  readonly alone: readonly string[];
}

function applying(schemas: readonly Schema[], value: Json): Schema[] {
  return schemas.flatMap((schema) => partsOf(schema, value));
}

/** Values of these fields tell states apart; other texts are free. */
function isListed(parts: readonly Schema[], value: Json): boolean {
  return typeof value === 'boolean' || parts.some((part) => part.enum !== undefined || part.const !== undefined);
}

/** The state of a resource and its kind say something even if a request can have a field of this name. */
function isState(parts: readonly Schema[]): boolean {
  return parts.some((part) => part.const !== undefined || part['x-states'] !== undefined);
}

function isFree(field: string, schemas: readonly Schema[], value: Json): boolean {
  return isGiven(field, schemas) && !isState(applying(schemas, value));
}

const id = /^[A-Z]\w+:/;

function factOf(field: string, value: Json, schemas: readonly Schema[]): string {
  if (value === null) return `${field} is null`;
  if (Array.isArray(value)) return value.length === 0 ? `${field} is empty` : `${field} has entries`;
  if (typeof value === 'string' && id.test(value)) return `${field} is an id of ${value.split(':', 1)[0]}`;
  return isListed(applying(schemas, value), value) ? `${field} is ${value}` : `${field} is present`;
}

/** The states of an object within, seen from outside. */
function factsWithin(field: string, value: Json, schemas: readonly Schema[]): string[] {
  if (!isObject(value)) return [];
  const outer = applying(schemas, value);
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member !== 'string') return [];
    const inner = outer.flatMap(({ properties }) => properties?.[name] ?? []);
    const tells = isListed(applying(inner, member), member) && !isFree(name, inner, member);
    return tells ? [`${field}.${name} is ${member}`] : [];
  });
}

const instant = /^\d{4}-\d{2}-\d{2}T/;

/** `a = b` also allows `a < b`: the clock of a test may stand still. */
export function factsAllowing(fact: string): readonly string[] {
  const [a, sign, b] = fact.split(' ');
  return sign === '<' ? [fact, `${a} = ${b}`, `${b} = ${a}`] : [fact];
}

function orders({ value }: DescribedObject): string[] {
  const times = Object.entries(value)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && instant.test(entry[1]))
    .sort();
  return times.flatMap(([a, first], index) =>
    times.slice(index + 1).map(([b, second]) => {
      if (first === second) return `${a} = ${b}`;
      return first < second ? `${a} < ${b}` : `${b} < ${a}`;
    }),
  );
}

export function factsOf(object: DescribedObject): Facts {
  const ofServer: string[] = [];
  const alone: string[] = orders(object);
  for (const [field, schemas] of object.fields) {
    const value = object.value[field];
    if (isFree(field, schemas, value ?? null)) {
      alone.push(value === undefined ? `${field} is absent` : `${field} is present`);
    } else {
      ofServer.push(value === undefined ? `${field} is absent` : factOf(field, value, schemas));
    }
    if (value !== undefined) ofServer.push(...factsWithin(field, value, schemas));
  }
  return { ofServer, alone };
}
