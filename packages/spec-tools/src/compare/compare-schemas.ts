import { type Changes, canonical, jsonPath, without } from './change.ts';
import { compareFields } from './compare-fields.ts';
import { compareConditions, compareUnions } from './compare-unions.ts';
import { compareValues } from './compare-values.ts';
import { entered, shapeOf } from './shape.ts';
import { type CompareSchemas, changeAt, type ShapePair } from './shape-pair.ts';

function* compareDefaults(pair: ShapePair): Changes {
  const [before, now] = [pair.before.default, pair.now.default];
  if (pair.direction === 'response' || before === now || before === undefined) return;
  yield changeAt(pair, 'request-default-changed', `Left out, it meant ${before}; now it means ${now ?? 'nothing'}.`);
}

function* compareMarks(pair: ShapePair): Changes {
  if (pair.now.isDeprecated && !pair.before.isDeprecated) yield changeAt(pair, 'deprecated', 'It is deprecated now.');
  for (const keyword of new Set([...pair.before.others.keys(), ...pair.now.others.keys()])) {
    if (pair.before.others.get(keyword) === pair.now.others.get(keyword)) continue;
    yield changeAt(pair, 'keyword-changed', `The keyword ${keyword} says something else.`);
  }
}

function* compareProhibitions(pair: ShapePair): Changes {
  const isRequest = pair.direction === 'request';
  for (const added of without(pair.now.prohibitions, pair.before.prohibitions)) {
    const rule = isRequest ? 'request-condition-narrowed' : 'response-narrowed';
    yield changeAt(pair, rule, `What must not hold now: ${added}.`);
  }
  for (const removed of without(pair.before.prohibitions, pair.now.prohibitions)) {
    const rule = isRequest ? 'request-widened' : 'response-condition-widened';
    yield changeAt(pair, rule, `What may hold now: ${removed}.`);
  }
}

/**
 * Compares schemas as sets of values. In a request every value that was valid must stay so; in a response no value may
 * come that could not come before, apart from new fields, values of enumerations and kinds, which readers let pass.
 */
export function createSchemaComparison(): CompareSchemas {
  const done = new Set<string>();
  return function* compare(direction, old, current): Changes {
    const [former, place] = [entered(old), entered(current)];
    // Where the same two schemas meet again, also within themselves, there is nothing new to say.
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
