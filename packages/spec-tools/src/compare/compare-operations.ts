import { methods, type Operation, type PathItem, type Specification } from '../../../types/src/specification.ts';
import type { DocumentPath } from '../rules/rule.ts';
import type { Changes } from './change.ts';
import { compareRequestBodies, compareResponses } from './compare-bodies.ts';
import { compareParameters, parametersOf } from './compare-parameters.ts';
import { comparePromises } from './compare-promises.ts';
import type { CompareSchemas } from './shape-pair.ts';

interface Listed {
  readonly document: Specification;
  readonly path: DocumentPath;
  readonly item: PathItem;
  readonly operation: Operation;
}

function operationsOf(document: Specification): ReadonlyMap<string, Listed> {
  return new Map(
    Object.entries(document.paths).flatMap(([urlPath, item]) =>
      methods.flatMap((method) => {
        const operation = item[method];
        if (operation === undefined) return [];
        // The defaults of the whole document apply to an operation that does not override them.
        const whole = { security: document.security ?? [], ...operation };
        const listed: Listed = { document, path: ['paths', urlPath, method], item, operation: whole };
        return [[`${method.toUpperCase()} ${urlPath}`, listed] as const];
      }),
    ),
  );
}

function* compareOperation(compare: CompareSchemas, before: Listed, now: Listed): Changes {
  const { path } = now;
  const [oldId, id] = [before.operation.operationId, now.operation.operationId];
  if (oldId !== id) {
    yield { rule: 'operation-id-changed', path: [...path, 'operationId'], message: `${oldId} is now called ${id}.` };
  }
  yield* comparePromises({ path, before: before.operation, now: now.operation });
  const [old, current] = [before, now].map(({ document, path, item, operation }) =>
    parametersOf(document, [
      [path.slice(0, -1), item.parameters],
      [path, operation.parameters],
    ]),
  );
  if (old !== undefined && current !== undefined) yield* compareParameters(compare, old, current);
  yield* compareRequestBodies(
    compare,
    'request',
    { document: before.document, path: [...path, 'requestBody'], value: before.operation.requestBody },
    { document: now.document, path: [...path, 'requestBody'], value: now.operation.requestBody },
  );
  yield* compareResponses(
    compare,
    { document: before.document, path: [...path, 'responses'], value: before.operation.responses ?? {} },
    { document: now.document, path: [...path, 'responses'], value: now.operation.responses ?? {} },
  );
}

export function* compareOperations(compare: CompareSchemas, before: Specification, now: Specification): Changes {
  const [old, current] = [operationsOf(before), operationsOf(now)];
  const places = new Map([...current].map(([place, { operation }]) => [operation.operationId, place]));
  const ids = new Set([...old.values()].map(({ operation }) => operation.operationId));
  for (const [place, { path, operation }] of old) {
    if (current.has(place)) continue;
    const moved = places.get(operation.operationId);
    if (moved === undefined)
      yield { rule: 'operation-removed', path, message: `${operation.operationId} was removed.` };
    else yield { rule: 'operation-moved', path, message: `${operation.operationId} was ${place}; now it is ${moved}.` };
  }
  for (const [place, operation] of current) {
    const former = old.get(place);
    if (former !== undefined) yield* compareOperation(compare, former, operation);
    else if (!ids.has(operation.operation.operationId)) {
      yield { rule: 'operation-added', path: operation.path, message: `${operation.operation.operationId} is new.` };
    }
  }
}
