import type { DocumentPath } from '../rules/rule.ts';
import type { RuleName } from './rules.ts';

/** Who reads the value: the service reads a request; callers read a response or an event. */
export type Direction = 'request' | 'response';

/** One difference between two versions of the interface. */
export interface Change {
  readonly rule: RuleName;
  readonly path: DocumentPath;
  readonly message: string;
  /** Set for the place of a schema, which may be used in both directions. */
  readonly direction?: Direction;
}

export type Changes = Generator<Change, void, undefined>;

/** Like `$.paths['/quotes'].post.parameters[0]`. */
export function jsonPath(path: DocumentPath): string {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return /^[A-Za-z_$][\w$-]*$/.test(step) ? `.${step}` : `['${step}']`;
  });
  return `$${steps.join('')}`;
}

/** The same text for the same JSON, regardless of the order of its members. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}

/** The items of one list that are missing in the other. */
export function without<Value>(list: Iterable<Value>, other: Iterable<Value>): Value[] {
  return [...new Set(list).difference(new Set(other))];
}
