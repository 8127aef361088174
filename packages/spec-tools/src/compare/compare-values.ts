import { type Changes, without } from './change.ts';
import type { RuleName } from './rules.ts';
import { changeAt, type ShapePair } from './shape-pair.ts';

type Narrowing = 'same' | 'narrower' | 'wider' | 'other';

interface Verdict {
  readonly aspect: 'format' | 'pattern' | 'bounds';
  readonly narrowing: Narrowing;
  readonly message: string;
}

/** A request may accept more and a response may guarantee more; the opposite breaks callers or readers. */
function ruleFor(direction: ShapePair['direction'], { aspect, narrowing }: Verdict): RuleName | undefined {
  if (narrowing === 'same') return undefined;
  if (direction === 'request') return narrowing === 'wider' ? 'request-widened' : `request-${aspect}-narrowed`;
  return narrowing === 'narrower' ? 'response-narrowed' : `response-${aspect}-widened`;
}

/** More constraints that must all hold are narrower. */
function narrowingOf(before: ReadonlySet<string>, now: ReadonlySet<string>): Narrowing {
  const [gone, added] = [without(before, now).length > 0, without(now, before).length > 0];
  if (gone) return added ? 'other' : 'wider';
  return added ? 'narrower' : 'same';
}

/** The kinds of resources that the pattern of an id accepts, and the form of each. */
function idOf(
  patterns: ReadonlySet<string>,
): { readonly kinds: ReadonlySet<string>; readonly form: string } | undefined {
  const [pattern = '', ...more] = patterns;
  const [, one, several = one, form] = /^\^(?:([A-Za-z]+)|\(([A-Za-z|]+)\))(:.+\$)$/.exec(pattern) ?? [];
  if (more.length > 0 || several === undefined || form === undefined) return undefined;
  return { kinds: new Set(several.split('|')), form };
}

/** More alternatives are wider; any other two patterns are not comparable. */
function narrowingOfPatterns(before: ReadonlySet<string>, now: ReadonlySet<string>): Narrowing {
  const [old, current] = [idOf(before), idOf(now)];
  if (old === undefined || old.form !== current?.form) return narrowingOf(before, now);
  return narrowingOf(current.kinds, old.kinds);
}

function list(values: Iterable<string>): string {
  return [...values].join(', ') || 'anything';
}

function* compareTypes(pair: ShapePair): Changes {
  const { before, now, direction } = pair;
  const accepts = (types: ReadonlySet<string> | undefined, type: string): boolean =>
    types === undefined || types.has(type) || (type === 'integer' && types.has('number'));
  const refused = before.types === undefined ? [] : [...before.types].filter((type) => !accepts(now.types, type));
  const added = now.types === undefined ? [] : [...now.types].filter((type) => !accepts(before.types, type));
  const isClosed = before.types === undefined && now.types !== undefined;
  const isOpened = before.types !== undefined && now.types === undefined;
  const message = `The type was ${list(before.types ?? [])}; now it is ${list(now.types ?? [])}.`;
  if (direction === 'request') {
    if (refused.length > 0 || isClosed) yield changeAt(pair, 'request-type-narrowed', message);
    else if (added.length > 0 || isOpened) yield changeAt(pair, 'request-widened', message);
  } else if (added.length === 1 && added[0] === 'null') {
    yield changeAt(pair, 'response-field-nullable', 'It can now be null.');
  } else if (added.length > 0 || isOpened) yield changeAt(pair, 'response-type-widened', message);
  else if (refused.length > 0 || isClosed) yield changeAt(pair, 'response-narrowed', message);
}

function* compareEnumerations(pair: ShapePair): Changes {
  const { before, now, direction } = pair;
  const isRequest = direction === 'request';
  if (before.values === undefined || now.values === undefined) {
    if (before.values === now.values) return;
    const isClosed = before.values === undefined;
    const rule: RuleName = isRequest
      ? isClosed
        ? 'request-type-narrowed'
        : 'request-widened'
      : isClosed
        ? 'response-narrowed'
        : 'response-type-widened';
    const message = isClosed ? `Only these values are left: ${list(now.values ?? [])}.` : 'Any value is possible now.';
    return yield changeAt(pair, rule, message);
  }
  // The comparison of types covers null.
  for (const value of without(before.values, now.values).filter((value) => value !== 'null')) {
    yield changeAt(pair, `${direction}-value-removed`, `${value} is no longer one of the values.`);
  }
  for (const value of without(now.values, before.values).filter((value) => value !== 'null')) {
    yield changeAt(pair, `${direction}-value-added`, `${value} is now one of the values.`);
  }
}

function* comparePatterns(pair: ShapePair): Changes {
  const { before, now, direction } = pair;
  const narrowing = narrowingOfPatterns(before.patterns, now.patterns);
  const message = `The pattern was ${list(before.patterns)}; now it is ${list(now.patterns)}.`;
  if (narrowing === 'same') return;
  if (before.isId && now.isId) return yield changeAt(pair, 'id-pattern-changed', message);
  const rule = ruleFor(direction, { aspect: 'pattern', narrowing, message });
  if (rule !== undefined) yield changeAt(pair, rule, message);
}

function* compareFormats(pair: ShapePair): Changes {
  const { before, now, direction } = pair;
  const narrowing = narrowingOf(before.formats, now.formats);
  const message = `The format was ${list(before.formats)}; now it is ${list(now.formats)}.`;
  const rule = ruleFor(direction, { aspect: 'format', narrowing, message });
  if (rule !== undefined) yield changeAt(pair, rule, message);
}

interface Bounds<Name> {
  readonly before: ReadonlyMap<Name, number>;
  readonly now: ReadonlyMap<Name, number>;
  /** Whether the first bound allows less than the second. */
  readonly isNarrower: (one: number, other: number) => boolean;
}

function* compareBounds<Name extends string>(pair: ShapePair, { before, now, isNarrower }: Bounds<Name>): Changes {
  for (const name of new Set([...before.keys(), ...now.keys()])) {
    const [old, current] = [before.get(name), now.get(name)];
    if (old === current) continue;
    const narrows = old === undefined || (current !== undefined && isNarrower(current, old));
    const message = `${name} was ${old ?? 'not set'}; now it is ${current ?? 'not set'}.`;
    const rule = ruleFor(pair.direction, { aspect: 'bounds', narrowing: narrows ? 'narrower' : 'wider', message });
    if (rule !== undefined) yield changeAt(pair, rule, message);
  }
}

/** Compares the constraints on a single value: type, enumeration, format and size. */
export function* compareValues(pair: ShapePair): Changes {
  yield* compareTypes(pair);
  yield* compareEnumerations(pair);
  yield* compareFormats(pair);
  yield* comparePatterns(pair);
  const { before, now } = pair;
  yield* compareBounds(pair, { before: before.lower, now: now.lower, isNarrower: (one, other) => one > other });
  yield* compareBounds(pair, { before: before.upper, now: now.upper, isNarrower: (one, other) => one < other });
}
