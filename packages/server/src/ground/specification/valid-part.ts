import { isJsonObject } from '../json/json-text.ts';
import type { FieldError } from './field-error.ts';
import { specification } from './specification.ts';

/** A body from which invalid parts may be missing. The rest is valid against the specification. */
export type ValidPart<Body> = Body extends readonly unknown[]
  ? Body
  : Body extends object
    ? { readonly [Member in keyof Body]?: ValidPart<Body[Member]> }
    : Body;

type Path = readonly string[];

let choosers: ReadonlySet<string> | undefined;

/** The members that select the variant of an object. If one is wrong, nothing else in the object was checked. */
function isChooser(name: string): boolean {
  const schemas = Object.values(specification().components?.schemas ?? {});
  choosers ??= new Set(schemas.flatMap(({ discriminator }) => discriminator?.propertyName ?? []));
  return choosers.has(name);
}

/** The valid part of a body that the specification refuses; `undefined` if no part is usable. */
export function validPart(body: unknown, errors: readonly FieldError[]): object | undefined {
  if (!isJsonObject(body) || errors.some(({ field }) => field === 'body')) return undefined;
  return without(
    body,
    errors.map(({ field }) => field.split('.')),
  );
}

function without(object: object, broken: readonly Path[]): object | undefined {
  if (broken.some(([name = '', ...rest]) => rest.length === 0 && isChooser(name))) return undefined;
  const members = Object.entries(object).flatMap(([name, member]) => {
    const inside = broken.flatMap(([first, ...rest]) => (first === name ? [rest] : []));
    if (inside.length === 0) return [[name, member] as const];
    // A list is kept as a whole or not at all, so that the indexes of its entries stay valid.
    if (!isJsonObject(member) || inside.some((path) => path.length === 0)) return [];
    const sound = without(member, inside);
    return sound === undefined ? [] : [[name, sound] as const];
  });
  return Object.fromEntries(members);
}
