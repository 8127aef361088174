import type { Schema } from '@payments-platform/types/spec';
import { collect, resolveReference, type Union } from './composition.ts';

/** A name in a value that its schema does not declare. */
export interface UndeclaredField {
  readonly path: readonly string[];
  /** The names that the schema declares there. */
  readonly declared: readonly string[];
}

/** The most names to report. A caller that sends more has probably chosen the wrong operation. */
const mostFound = 20;

/** Finds names that the schema does not declare, at every depth. Each part of the schema is read once. */
export function undeclaredFinder(schema: Schema): (value: unknown) => readonly UndeclaredField[] {
  const place = new Place([schema]);
  return (value) => {
    const found: UndeclaredField[] = [];
    search(place, value, [], found);
    return found;
  };
}

function search(place: Place, value: unknown, path: string[], found: UndeclaredField[]): void {
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  const here = isList ? place : place.variantOf(value as Members);
  for (const name of Object.keys(value)) {
    if (found.length === mostFound) return;
    const inside = isList ? here.items() : here.member(name);
    if (inside === undefined && (isList || here.isOpen)) continue;
    path.push(name);
    if (inside === undefined) found.push({ path: [...path], declared: here.names });
    else search(inside, (value as Members)[name], path, found);
    path.pop();
  }
}

type Members = Readonly<Record<string, unknown>>;

/** Everything that the schemas of one place in a value declare about its names. */
class Place {
  readonly #shapes: readonly Schema[];
  readonly #unions: readonly Union[];
  readonly #variants = new Map<string, Place>();
  readonly #members = new Map<string, Place | undefined>();
  #items: Place | undefined;

  readonly names: readonly string[];
  /** Whether undeclared names are allowed here. */
  readonly isOpen: boolean;

  constructor(schemas: readonly Schema[]) {
    const shapes: Schema[] = [];
    const unions: Union[] = [];
    for (const schema of schemas) collect(schema, shapes, unions);
    this.#shapes = shapes;
    this.#unions = unions;
    this.names = [...new Set(shapes.flatMap(({ properties = {} }) => Object.keys(properties)))];
    const isExtended = shapes.some(({ additionalProperties = false }) => additionalProperties !== false);
    this.isOpen = isExtended || this.names.length === 0;
  }

  /** The place with the members of its unions that the value names, or with all of them if it names none. */
  variantOf(value: Members): Place {
    if (this.#unions.length === 0) return this;
    const chosen = this.#unions.map(({ field, members }) => {
      const tag = value[field];
      return typeof tag === 'string' && Object.hasOwn(members, tag) ? tag : '';
    });
    const key = chosen.join('\n');
    const known = this.#variants.get(key);
    if (known !== undefined) return known.variantOf(value);
    const named = this.#unions.flatMap(({ members }, index) => {
      const tag = chosen[index] ?? '';
      return (tag === '' ? Object.values(members) : [members[tag] ?? '']).map(resolveReference);
    });
    const fresh = new Place([...this.#shapes.map(withoutComposition), ...named]);
    this.#variants.set(key, fresh);
    return fresh.variantOf(value);
  }

  /** The schemas of a declared name. Only declared names are cached, so that callers cannot fill the memory. */
  member(name: string): Place | undefined {
    const known = this.#members.get(name);
    if (known !== undefined) return known;
    const declared = this.#shapes.flatMap(({ properties }) =>
      properties !== undefined && Object.hasOwn(properties, name) ? [properties[name] as Schema] : [],
    );
    if (declared.length === 0) return undefined;
    const place = new Place(declared);
    this.#members.set(name, place);
    return place;
  }

  items(): Place | undefined {
    this.#items ??= new Place(this.#shapes.flatMap(({ items }) => (items === undefined ? [] : [items])));
    return this.#items;
  }
}

/** A schema whose parts are already collected. */
function withoutComposition({
  $ref: _ref,
  allOf: _all,
  oneOf: _one,
  anyOf: _any,
  discriminator: _by,
  ...rest
}: Schema): Schema {
  return rest;
}
