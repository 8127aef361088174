import { type Changes, canonical, jsonPath, without } from './change.ts';
import { compareFields } from './compare-fields.ts';
import { compareConditions, compareUnions } from './compare-unions.ts';
import { compareValues } from './compare-values.ts';
import { entered, shapeOf } from './shape.ts';
import { type CompareSchemas, changeAt, type ShapePair } from './shape-pair.ts';

function* compareDefaults(pair: ShapePair): Changes {
  const [before, now] = [pair.before.default, pair.now.default];
  if (pair.direction === 'response' || before === now || before === undefined) return;
  yield changeAt(pair, 'request-default-changed', `The default was ${before}; now it is ${now ?? 'not set'}.`);
}

function* compareMarks(pair: ShapePair): Changes {
  if (pair.now.isDeprecated && !pair.before.isDeprecated) yield changeAt(pair, 'deprecated', 'It is deprecated now.');
  for (const keyword of new Set([...pair.before.others.keys(), ...pair.now.others.keys()])) {
    if (pair.before.others.get(keyword) === pair.now.others.get(keyword)) continue;
    yield changeAt(pair, 'keyword-changed', `The value of the keyword ${keyword} has changed.`);
  }
}

function* compareProhibitions(pair: ShapePair): Changes {
  const isRequest = pair.direction === 'request';
  for (const added of without(pair.now.prohibitions, pair.before.prohibitions)) {
    const rule = isRequest ? 'request-condition-narrowed' : 'response-narrowed';
    yield changeAt(pair, rule, `New under not: ${added}.`);
  }
  for (const removed of without(pair.before.prohibitions, pair.now.prohibitions)) {
    const rule = isRequest ? 'request-widened' : 'response-condition-widened';
    yield changeAt(pair, rule, `Removed from not: ${removed}.`);
  }
}

/**
 * Compares schemas as sets of values. A request must accept every value that was valid; a response must not have any
 * value that was impossible before, except new fields, enumeration values and kinds, which readers tolerate.
 */
export function createSchemaComparison(): CompareSchemas {
  const done = new Set<string>();
  return function* compare(direction, old, current): Changes {
    const [former, place] = [entered(old), entered(current)];
    // A pair of schemas is compared only once, also if it contains itself.
    const key = [direction, canonical(former.schema), jsonPath(place.path), canonical(place.schema)].join('\n');
    if (done.has(key)) return;
    done.add(key);
    const pair: ShapePair = { direction, former, place, before: shapeOf(former), now: shapeOf(place), compare };
    yield* compareUnions(pair);
    if (pair.before.unions.length !== pair.now.unions.length) return;
    yield* compareValues(pair);
    yield* compareFields(pair);
    yield* compareConditions(pair);
    yield* compareProhibitions(pair);
    yield* compareDefaults(pair);
    yield* compareMarks(pair);
  };
}
