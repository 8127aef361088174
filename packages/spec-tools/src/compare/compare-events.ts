import type { Operation, PathItem, Specification } from '../../../types/src/specification.ts';
import type { DocumentPath } from '../rules/rule.ts';
import { type Changes, without } from './change.ts';
import { compareRequestBodies } from './compare-bodies.ts';
import { compareHeaders, parametersOf } from './compare-parameters.ts';
import type { CompareSchemas } from './shape-pair.ts';

interface Event {
  readonly document: Specification;
  readonly path: DocumentPath;
  readonly item: PathItem;
  readonly operation: Operation;
}

function eventsOf(document: Specification): ReadonlyMap<string, Event> {
  return new Map(
    Object.entries(document.webhooks ?? {}).flatMap(([name, item]) => {
      const operation = item.post;
      return operation === undefined ? [] : [[name, { document, path: ['webhooks', name, 'post'], item, operation }]];
    }),
  );
}

/** The statuses that receivers may return. Receivers send them, so the accepted ones may only grow. */
function* compareAnswers({ path, operation }: Event, now: Event): Changes {
  const [old, current] = [operation, now.operation].map(({ responses = {} }) =>
    Object.keys(responses).filter((status) => status !== 'default'),
  );
  for (const status of without(old ?? [], current ?? [])) {
    yield {
      rule: 'event-answer-removed',
      path: [...path, 'responses', status],
      message: `${status} now counts as a failure.`,
    };
  }
  for (const status of without(current ?? [], old ?? [])) {
    yield { rule: 'event-answer-added', path: [...now.path, 'responses', status], message: `${status} counts now.` };
  }
}

/** The platform sends an event as a request, so for its receivers the body and headers are like a response. */
export function* compareEvents(compare: CompareSchemas, before: Specification, now: Specification): Changes {
  const [old, current] = [eventsOf(before), eventsOf(now)];
  for (const [name, { path }] of old) {
    if (!current.has(name)) yield { rule: 'event-removed', path, message: `${name} is no longer sent.` };
  }
  for (const [name, event] of current) {
    const former = old.get(name);
    if (former === undefined) yield { rule: 'event-added', path: event.path, message: `${name} is now sent.` };
    else {
      yield* compareAnswers(former, event);
      const [oldHeaders, headers] = [former, event].map(({ document, path, item, operation }) =>
        parametersOf(document, [
          [path.slice(0, -1), item.parameters],
          [path, operation.parameters],
        ]),
      );
      if (oldHeaders !== undefined && headers !== undefined) yield* compareHeaders(compare, oldHeaders, headers);
      yield* compareRequestBodies(
        compare,
        'response',
        { ...former, path: [...former.path, 'requestBody'], value: former.operation.requestBody },
        { ...event, path: [...event.path, 'requestBody'], value: event.operation.requestBody },
      );
    }
  }
}
