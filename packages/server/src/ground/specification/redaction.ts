import type { Schema } from '@payments-platform/types/spec';
import { collect, resolveReference, type Union } from './composition.ts';

/** The redacted form of a value, as JSON text. */
export interface Redacted {
  readonly text: string;
  readonly isCut: boolean;
  /** The ids of resources at its top level. */
  readonly ids: ReadonlySet<string>;
}

type FreeText = 'LEFT_OUT' | 'MARKED' | 'KEPT';

export interface RedactionOptions {
  readonly longestText: number;
  /** How to treat free text, which may contain anything: only the service's own words may be stored. */
  readonly freeText: FreeText;
}

type Members = Readonly<Record<string, unknown>>;

const mark = '"[redacted]"';
const longestString = 1_000;
const cutMark = '…';

/** The output, and how much space it has left. */
class Writing {
  left: number;
  isCut = false;
  readonly freeText: FreeText;
  readonly ids = new Set<string>();

  constructor({ longestText, freeText }: RedactionOptions) {
    this.left = longestText;
    this.freeText = freeText;
  }
}

/**
 * Makes a writer for values of a schema. It omits what the schema does not know, including names, and hides sensitive
 * values and the free text of callers. Each part of the schema is read once.
 */
export function redactor(schema: Schema): (value: unknown, options: RedactionOptions) => Redacted {
  const place = new Place([schema]);
  return (value, options) => {
    const writing = new Writing(options);
    const text = write(place, value, writing, 0) ?? mark;
    const { isCut, ids } = writing;
    return { text: isCut ? `${text.slice(0, options.longestText)}${cutMark}` : text, isCut, ids };
  };
}

/** The text of a value; `undefined` if even its existence must not be shown. */
function write(place: Place, value: unknown, writing: Writing, depth: number): string | undefined {
  if (writing.left < 0) {
    writing.isCut = true;
    return undefined;
  }
  if (place.isSensitive) return mark;
  if (typeof value === 'object' && value !== null) {
    return Array.isArray(value) ? writeItems(place, value, writing, depth) : writeMembers(place, value, writing, depth);
  }
  const text = place.scalar(value, writing);
  if (text !== undefined) writing.left -= text.length;
  return text;
}

function writeItems(place: Place, values: readonly unknown[], writing: Writing, depth: number): string | undefined {
  if (!place.takesArray) return undefined;
  const items = place.items();
  let text = '';
  for (const value of values) {
    const item = write(items, value, writing, depth + 1);
    if (writing.isCut) return `[${text}`;
    if (item !== undefined) text += text === '' ? item : `,${item}`;
  }
  return `[${text}]`;
}

function writeMembers(place: Place, value: object, writing: Writing, depth: number): string | undefined {
  if (!place.takesObject) return undefined;
  const members = value as Members;
  const here = place.variantOf(members);
  // A member of a union may be sensitive as a whole.
  if (here.isSensitive) return mark;
  let text = '';
  let at = 0;
  for (const name in members) {
    const inside = here.member(name, at);
    at += 1;
    const given = members[name];
    if (inside === undefined || given === undefined) continue;
    if (inside.place.isResource && depth === 0 && typeof given === 'string') writing.ids.add(given);
    const written = write(inside.place, given, writing, depth + 1);
    if (written !== undefined) {
      text += (text === '' ? inside.first : inside.next) + written;
      writing.left -= inside.next.length;
    }
    if (writing.isCut) return text === '' ? '{' : text;
  }
  return text === '' ? '{}' : `${text}}`;
}

interface Member {
  readonly name: string;
  /** The text before a member's value, for the first member and for later ones. */
  readonly first: string;
  readonly next: string;
  readonly place: Place;
}

/** Everything that the schemas of one place in a value allow. */
class Place {
  readonly #shapes: readonly Schema[];
  readonly #unions: readonly Union[];
  readonly #patterns: readonly RegExp[];
  /** The listed values of this place, with their texts. */
  readonly #values: ReadonlyMap<unknown, string>;
  readonly #variants = new Map<string, Place>();
  readonly #members = new Map<string, Member>();
  readonly #inPlaces: Member[] = [];
  #items: Place | undefined;
  /** Most values of a place repeat. */
  #lastShown: string | undefined;
  #lastText = '';

  readonly takesArray: boolean;
  readonly takesObject: boolean;
  // Runs for each value of each request.
  readonly #takesString: boolean;
  readonly #takesNumber: boolean;
  readonly #takesBoolean: boolean;

  readonly isSensitive: boolean;
  /** Whether an id of a resource is here. */
  readonly isResource: boolean;

  constructor(schemas: readonly Schema[]) {
    const shapes: Schema[] = [];
    const unions: Union[] = [];
    for (const schema of schemas) collect(schema, shapes, unions);
    this.#shapes = shapes;
    this.#unions = unions;
    const types = new Set(shapes.flatMap(typesOf));
    this.takesArray = types.has('array');
    this.takesObject = types.has('object');
    this.#takesString = types.has('string');
    this.#takesNumber = types.has('number') || types.has('integer');
    this.#takesBoolean = types.has('boolean');
    this.#patterns = shapes.flatMap(patternsOf);
    const values = shapes.flatMap((shape) => shape.enum ?? ('const' in shape ? [shape.const] : []));
    this.#values = new Map(values.map((value) => [value, JSON.stringify(value)]));
    this.isSensitive = shapes.some(
      (shape) => shape['x-sensitive'] === true || shape.writeOnly === true || shape.format === 'password',
    );
    this.isResource = shapes.some((shape) => shape['x-id-prefix'] !== undefined);
  }

  scalar(value: unknown, { freeText }: Writing): string | undefined {
    if (typeof value === 'string') {
      if (value === this.#lastShown) return this.#lastText;
      const text = this.#string(value, freeText);
      // Only text that is always shown may be cached.
      if (freeText !== 'KEPT' && text !== undefined && text !== mark) {
        this.#lastShown = value;
        this.#lastText = text;
      }
      return text;
    }
    if (typeof value === 'number') return this.#takesNumber ? String(value) : undefined;
    if (typeof value === 'boolean') return this.#takesBoolean ? String(value) : undefined;
    // A null reveals nothing.
    return value === null ? 'null' : undefined;
  }

  #string(value: string, freeText: FreeText): string | undefined {
    if (!this.#takesString) return undefined;
    const listed = this.#values.size === 0 ? undefined : this.#values.get(value);
    if (listed !== undefined) return listed;
    if (isId(value)) return `"${value}"`;
    if (freeText !== 'KEPT' && !this.#hasForm(value)) return freeText === 'MARKED' ? mark : undefined;
    return JSON.stringify(value.length > longestString ? `${value.slice(0, longestString)}${cutMark}` : value);
  }

  /** Text of a form that has no space for other content. */
  #hasForm(text: string): boolean {
    return text.length <= 100 && this.#patterns.some((pattern) => pattern.test(text));
  }

  /** The place with the members of its unions that the value names. If it names none, only what all members share. */
  variantOf(value: Members): Place {
    const [union] = this.#unions;
    if (union === undefined) return this;
    const tag = value[union.field];
    const only = this.#unions.length === 1 && typeof tag === 'string' ? this.#variants.get(tag) : undefined;
    if (only !== undefined) return only.variantOf(value);
    const chosen = this.#unions.map(({ field, members }) => {
      const tag = value[field];
      return typeof tag === 'string' && Object.hasOwn(members, tag) ? tag : '';
    });
    const key = chosen.join('\n');
    const known = this.#variants.get(key);
    if (known !== undefined) return known.variantOf(value);
    const named = this.#unions.flatMap(({ members }, index) => {
      const target = members[chosen[index] ?? ''];
      return target === undefined ? [] : [resolveReference(target)];
    });
    const fresh = new Place([...this.#shapes.map(withoutComposition), ...named]);
    this.#variants.set(key, fresh);
    return fresh.variantOf(value);
  }

  /** Most values have the same members in the same places. */
  member(name: string, at: number): Member | undefined {
    const last = this.#inPlaces[at];
    if (last !== undefined && last.name === name) return last;
    const found = this.#memberNamed(name);
    if (found !== undefined && at <= this.#inPlaces.length) this.#inPlaces[at] = found;
    return found;
  }

  #memberNamed(name: string): Member | undefined {
    const known = this.#members.get(name);
    if (known !== undefined) return known;
    const declared = this.#shapes.flatMap(({ properties }) =>
      properties !== undefined && Object.hasOwn(properties, name) ? [properties[name] as Schema] : [],
    );
    if (declared.length === 0) return undefined;
    const label = `${JSON.stringify(name)}:`;
    const member = { name, first: `{${label}`, next: `,${label}`, place: new Place(declared) };
    this.#members.set(name, member);
    return member;
  }

  items(): Place {
    this.#items ??= new Place(this.#shapes.flatMap(({ items }) => (items === undefined ? [] : [items])));
    return this.#items;
  }
}

function typesOf({ type, properties, allOf, oneOf, enum: values = [], ...shape }: Schema): readonly string[] {
  if (type !== undefined) return [type].flat();
  if (properties !== undefined || allOf !== undefined || oneOf !== undefined) return ['object'];
  return [...values, ...('const' in shape ? [shape.const] : [])].map((value) => typeof value);
}

/**
 * Numbers of cards and keys consist of digits and letters too: a pattern is enough only if it begins with fixed words.
 */
const tellingPattern = /^\^\(?[A-Z][A-Za-z]+:/;
const uuidLength = 36;
const idForm = /^[A-Z][A-Za-z]{1,40}:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Most texts are no match, which their length and one character show. */
function isId(text: string): boolean {
  return text.length > uuidLength && text[text.length - uuidLength - 1] === ':' && idForm.test(text);
}
const instantForm = /^\d{4}-\d{2}-\d{2}(T[\d:.]{5,15}(Z|[+-]\d{2}:\d{2}))?$/;
const currencyForm = /^[A-Z]{3,5}$/;

function patternsOf({ pattern, format, title }: Schema): readonly RegExp[] {
  if (format === 'date-time') return [instantForm];
  if (title === 'Currency code') return [currencyForm];
  return pattern !== undefined && tellingPattern.test(pattern) ? [new RegExp(pattern)] : [];
}

/** A schema whose parts are already collected. */
function withoutComposition({
  $ref: _ref,
  allOf: _all,
  oneOf: _one,
  anyOf: _any,
  discriminator: _by,
  ...rest
}: Schema) {
  return 'type' in rest || 'properties' in rest ? rest : { ...rest, type: 'object' };
}
