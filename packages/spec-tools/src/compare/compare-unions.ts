import { type Changes, without } from './change.ts';
import { shapeOf, type Union } from './shape.ts';
import { changeAt, type ShapePair } from './shape-pair.ts';

function* compareMembers(pair: ShapePair, before: Union, now: Union): Changes {
  const { direction, compare } = pair;
  for (const value of without(before.members.keys(), now.members.keys())) {
    yield changeAt(pair, `${direction}-union-member-removed`, `${value} is no longer one of the kinds.`);
  }
  for (const value of without(now.members.keys(), before.members.keys())) {
    yield changeAt(pair, `${direction}-union-member-added`, `${value} is now one of the kinds.`);
  }
  for (const [value, member] of now.members) {
    const old = before.members.get(value);
    if (old !== undefined) yield* compare(direction, old, member);
  }
}

/** A single kind may become one of several if it always contained its discriminator. */
function* compareOnlyKind(pair: ShapePair, union: Union): Changes {
  const { before, direction, former, compare } = pair;
  const property = before.properties.get(union.property);
  const values = property === undefined ? [] : [...(shapeOf(property).values ?? [])];
  const members = values.map((value) => union.members.get(String(JSON.parse(value))));
  const [member] = members;
  const named = before.required.has(union.property) && members.every((found) => found === member);
  if (named && member !== undefined) {
    yield changeAt(pair, `${direction}-union-member-added`, `There are now several kinds, by ${union.property}.`);
    return yield* compare(direction, former, member);
  }
  const message = `There was one kind; now there are several, by ${union.property}.`;
  yield changeAt(pair, `${direction}-union-changed`, message);
}

/** Kinds are matched by the value of the discriminator; the content of their schemas matters, not the names. */
export function* compareUnions(pair: ShapePair): Changes {
  const { before, now, direction } = pair;
  for (const [index, union] of before.unions.entries()) {
    const current = now.unions[index];
    if (current?.property === union.property) yield* compareMembers(pair, union, current);
    else {
      const message = `Kinds were distinguished by ${union.property}; now ${current === undefined ? 'they are not' : `by ${current.property}`}.`;
      yield changeAt(pair, `${direction}-union-changed`, message);
    }
  }
  for (const union of now.unions.slice(before.unions.length)) yield* compareOnlyKind(pair, union);
}

/** A list of alternatives allows more when it gets longer, and restricts nothing when it is missing. */
export function* compareConditions(pair: ShapePair): Changes {
  const { before, now, direction, compare } = pair;
  const isRequest = direction === 'request';
  for (let index = 0; index < Math.max(before.conditions.length, now.conditions.length); index += 1) {
    const [old, current] = [before.conditions[index], now.conditions[index]];
    const gone = old === undefined ? [] : without(old.keys(), current?.keys() ?? []);
    const added = current === undefined ? [] : without(current.keys(), old?.keys() ?? []);
    const narrows = old === undefined || (current !== undefined && gone.length > 0);
    const widens = current === undefined || (old !== undefined && added.length > 0);
    const message = `One of these had to hold: ${[...(old?.keys() ?? [])].join(' or ') || 'none'}; now: ${[...(current?.keys() ?? [])].join(' or ') || 'none'}.`;
    if (isRequest && narrows) yield changeAt(pair, 'request-condition-narrowed', message);
    else if (isRequest && widens) yield changeAt(pair, 'request-widened', message);
    else if (!isRequest && widens) yield changeAt(pair, 'response-condition-widened', message);
    else if (!isRequest && narrows) yield changeAt(pair, 'response-narrowed', message);
    for (const [key, member] of current ?? []) {
      const same = old?.get(key);
      if (same !== undefined) yield* compare(direction, same, member);
    }
  }
}
