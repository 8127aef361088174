import type { Header, Parameter, Specification } from '../../../types/src/specification.ts';
import { follow } from '../rules/references.ts';
import type { DocumentPath } from '../rules/rule.ts';
import { type Changes, canonical, type Direction } from './change.ts';
import type { CompareSchemas } from './shape-pair.ts';

/** A named value beside the body: a parameter, or a header of a response. */
interface NamedValue {
  readonly document: Specification;
  readonly path: DocumentPath;
  readonly value: Header & Partial<Parameter>;
}

export type NamedValues = ReadonlyMap<string, NamedValue>;

function named(document: Specification, path: DocumentPath, header: Header): NamedValue {
  const name = header.$ref?.match(/^#\/components\/(parameters|headers)\/([^/]+)$/);
  const place = name?.[1] === undefined || name[2] === undefined ? path : ['components', name[1], name[2]];
  return { document, path: place, value: follow(document, header) };
}

/** Parameters by place and name; headers are compared without regard to case. */
export function parametersOf(
  document: Specification,
  lists: readonly (readonly [DocumentPath, readonly Parameter[] | undefined])[],
): NamedValues {
  const found = lists.flatMap(([path, list]) =>
    (list ?? []).map((parameter, index) => named(document, [...path, 'parameters', index], parameter)),
  );
  return new Map(
    found.map((entry) => {
      const { in: where = '', name = '' } = entry.value;
      return [`${where} ${where === 'header' ? name.toLowerCase() : name}`, entry];
    }),
  );
}

export function headersOf(
  document: Specification,
  path: DocumentPath,
  headers: Readonly<Record<string, Header>> = {},
): NamedValues {
  return new Map(
    Object.entries(headers).map(([name, header]) => [
      name.toLowerCase(),
      named(document, [...path, 'headers', name], header),
    ]),
  );
}

function* compareSchemasOf(
  compare: CompareSchemas,
  direction: Direction,
  before: NamedValue,
  now: NamedValue,
): Changes {
  const [old, current] = [before, now].map(({ document, path, value }) => ({
    document,
    path: [...path, 'schema'],
    schema: value.schema ?? {},
  }));
  if (old !== undefined && current !== undefined) yield* compare(direction, old, current);
}

/** Compares the parameters that callers send. */
export function* compareParameters(compare: CompareSchemas, before: NamedValues, now: NamedValues): Changes {
  for (const [name, { path }] of before) {
    if (!now.has(name)) yield { rule: 'parameter-removed', path, message: `The parameter in ${name} was removed.` };
  }
  for (const [name, entry] of now) {
    const { path, value } = entry;
    const old = before.get(name);
    const isRequired = value.required === true;
    if (isRequired && old?.value.required !== true) {
      yield { rule: 'parameter-required', path, message: `The parameter in ${name} is now required.` };
    } else if (old === undefined) {
      yield { rule: 'parameter-added', path, message: `The parameter in ${name} is new.` };
    } else if (!isRequired && old.value.required === true) {
      yield { rule: 'parameter-optional', path, message: `The parameter in ${name} is now optional.` };
    }
    if (old === undefined) continue;
    const [styleBefore, style] = [old.value, value].map((parameter) => canonical([parameter.style, parameter.explode]));
    if (styleBefore !== style) {
      yield { rule: 'parameter-style-changed', path, message: `The parameter in ${name} is serialized differently.` };
    }
    yield* compareSchemasOf(compare, 'request', old, entry);
  }
}

/** Compares the headers that callers and receivers of events get. */
export function* compareHeaders(compare: CompareSchemas, before: NamedValues, now: NamedValues): Changes {
  for (const [name, { path }] of before) {
    if (!now.has(name)) yield { rule: 'response-header-removed', path, message: `The header ${name} was removed.` };
  }
  for (const [name, entry] of now) {
    const { path, value } = entry;
    const old = before.get(name);
    if (old === undefined) yield { rule: 'response-header-added', path, message: `The header ${name} is new.` };
    else {
      if (old.value.required === true && value.required !== true) {
        yield { rule: 'response-header-optional', path, message: `The header ${name} may now be missing.` };
      }
      yield* compareSchemasOf(compare, 'response', old, entry);
    }
  }
}
