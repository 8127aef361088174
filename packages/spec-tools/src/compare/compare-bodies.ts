import type { MediaType, RequestBody, Response, Specification } from '../../../types/src/specification.ts';
import { follow } from '../rules/references.ts';
import type { DocumentPath } from '../rules/rule.ts';
import { type Changes, type Direction, without } from './change.ts';
import { compareHeaders, headersOf } from './compare-parameters.ts';
import type { CompareSchemas } from './shape-pair.ts';

/** A part of one of the two documents. */
export interface Part<Value> {
  readonly document: Specification;
  readonly path: DocumentPath;
  readonly value: Value;
}

type Content = Part<Readonly<Record<string, MediaType>>>;

function* compareContent(compare: CompareSchemas, direction: Direction, before: Content, now: Content): Changes {
  const [old, current] = [Object.keys(before.value), Object.keys(now.value)];
  for (const type of without(old, current)) {
    yield {
      rule: `${direction}-content-removed`,
      path: now.path,
      message: `${type} is no longer a media type of the body.`,
    };
  }
  for (const type of without(current, old)) {
    yield { rule: `${direction}-content-added`, path: now.path, message: `${type} is now a media type of the body.` };
  }
  for (const type of current.filter((name) => old.includes(name))) {
    const [former, present] = [before, now].map(({ document, path, value }) => ({
      document,
      path: [...path, 'content', type, 'schema'],
      schema: value[type]?.schema ?? {},
    }));
    if (former !== undefined && present !== undefined) yield* compare(direction, former, present);
  }
}

function contentOf({ document, path, value }: Part<RequestBody | Response>): Content {
  return { document, path, value: value.content ?? {} };
}

/** The body that callers send or, with the direction of a response, that receivers of events get. */
export function* compareRequestBodies(
  compare: CompareSchemas,
  direction: Direction,
  before: Part<RequestBody | undefined>,
  now: Part<RequestBody | undefined>,
): Changes {
  const [old, current] = [before, now].map(({ document, value }) =>
    value === undefined ? undefined : follow(document, value),
  );
  if (old === undefined || current === undefined) {
    if (current?.required === true)
      yield { rule: 'request-body-required', path: now.path, message: 'A body is now required.' };
    else if (current !== undefined) {
      yield { rule: 'request-field-added', path: now.path, message: 'A body is now accepted.' };
    } else if (old !== undefined) {
      yield { rule: 'request-body-removed', path: before.path, message: 'The body is no longer read.' };
    }
    return;
  }
  if (current.required === true && old.required !== true) {
    yield { rule: 'request-body-required', path: now.path, message: 'The body is now required.' };
  } else if (current.required !== true && old.required === true) {
    yield { rule: 'request-body-optional', path: now.path, message: 'The body is now optional.' };
  }
  yield* compareContent(
    compare,
    direction,
    contentOf({ ...before, value: old }),
    contentOf({ ...now, value: current }),
  );
}

type Responses = Part<Readonly<Record<string, Response>>>;

/** The place of a response, which is a component if operations share it. */
function answerOf({ document, path, value }: Responses, status: string): Part<Response> | undefined {
  const response = value[status];
  if (response === undefined) return undefined;
  const shared = response.$ref?.match(/^#\/components\/responses\/([^/]+)$/)?.[1];
  return {
    document,
    path: shared === undefined ? [...path, status] : ['components', 'responses', shared],
    value: follow(document, response),
  };
}

export function* compareResponses(compare: CompareSchemas, before: Responses, now: Responses): Changes {
  const [old, current] = [Object.keys(before.value), Object.keys(now.value)];
  for (const status of without(old, current)) {
    yield {
      rule: 'response-status-removed',
      path: [...before.path, status],
      message: `The status ${status} was removed.`,
    };
  }
  for (const status of without(current, old)) {
    const rule = status.startsWith('2') ? 'response-success-added' : 'response-status-added';
    yield { rule, path: [...now.path, status], message: `${status} is new.` };
  }
  for (const status of current) {
    const [former, present] = [answerOf(before, status), answerOf(now, status)];
    if (former === undefined || present === undefined) continue;
    yield* compareContent(compare, 'response', contentOf(former), contentOf(present));
    yield* compareHeaders(
      compare,
      headersOf(former.document, former.path, former.value.headers),
      headersOf(present.document, present.path, present.value.headers),
    );
  }
}
