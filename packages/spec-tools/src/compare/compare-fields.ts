import { type Changes, without } from './change.ts';
import { type Place, type Shape, shapeOf } from './shape.ts';
import { changeAt, type ShapePair } from './shape-pair.ts';

/** Fields that only the service writes are not part of a request; those that only callers write, not of a response. */
function fieldsOf(shape: Shape, direction: ShapePair['direction']): ReadonlyMap<string, Place> {
  const foreign = direction === 'request' ? 'isReadOnly' : 'isWriteOnly';
  return new Map([...shape.properties].filter(([, place]) => !shapeOf(place)[foreign]));
}

function* compareRequired(pair: ShapePair, name: string, place: Place): Changes {
  const [was, is] = [pair.before.required.has(name), pair.now.required.has(name)];
  if (was === is) return;
  const here = { ...pair, place };
  if (pair.direction === 'request') {
    if (is) yield changeAt(here, 'request-field-required', `Requests must now have ${name}.`);
    else yield changeAt(here, 'request-field-optional', `Requests may now omit ${name}.`);
  } else if (is) yield changeAt(here, 'response-field-guaranteed', `${name} is now always present.`);
  else yield changeAt(here, 'response-field-optional', `${name} was always present; now it may be missing.`);
}

function* compareAdditional(pair: ShapePair): Changes {
  const { before, now, direction, compare, place } = pair;
  const [old, current] = [before.additional, now.additional];
  if (old === false && current !== false && direction === 'request') {
    yield changeAt(pair, 'request-widened', 'Other fields are now accepted.');
  } else if (old !== false && current === false && direction === 'request') {
    yield changeAt(pair, 'request-fields-closed', 'Other fields are no longer accepted.');
  } else if (typeof old === 'object' && typeof current === 'object') yield* compare(direction, old, current);
  else if (typeof old === 'object' && direction === 'response' && current === undefined) {
    yield changeAt(pair, 'response-type-widened', 'The values of other fields can now have any type.');
  } else if (typeof current === 'object' && direction === 'request' && old === undefined) {
    const open = { ...place, schema: {} };
    yield* compare(direction, open, current);
  }
}

/** The members of an object and the entries of a list. */
export function* compareFields(pair: ShapePair): Changes {
  const { direction, compare } = pair;
  const [before, now] = [fieldsOf(pair.before, direction), fieldsOf(pair.now, direction)];
  for (const name of without(before.keys(), now.keys())) {
    const path = before.get(name)?.path ?? pair.place.path;
    const message = direction === 'request' ? `${name} is no longer read.` : `${name} is no longer sent.`;
    yield { ...changeAt(pair, `${direction}-field-removed`, message), path };
  }
  for (const [name, place] of now) {
    const old = before.get(name);
    if (old === undefined && !(direction === 'request' && pair.now.required.has(name))) {
      yield changeAt({ ...pair, place }, `${direction}-field-added`, `${name} is new.`);
    } else {
      yield* compareRequired(pair, name, place);
      if (old !== undefined) yield* compare(direction, old, place);
    }
  }
  yield* compareAdditional(pair);
  const { items: oldItems } = pair.before;
  const { items } = pair.now;
  if (oldItems !== undefined || items !== undefined) {
    const open = { ...pair.place, schema: {} };
    yield* compare(direction, oldItems ?? open, items ?? { ...open, path: [...pair.place.path, 'items'] });
  }
}
