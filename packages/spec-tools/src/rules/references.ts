import type { Dictionary, Schema, Specification } from '../../../types/src/specification.ts';

interface Referable {
  readonly $ref?: string;
}

function step(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
}

function at(specification: Specification, reference: string): unknown {
  const keys = reference
    .slice(2)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce(step, specification);
}

function isSameKind<Value extends object>(value: unknown): value is Value {
  return typeof value === 'object' && value !== null;
}

/** Follows `$ref` within the bundle. A broken reference is returned unchanged, for another rule to report. */
export function follow<Value extends Referable>(specification: Specification, value: Value): Value {
  let found = value;
  for (let hops = 0; hops < 10 && found.$ref?.startsWith('#/'); hops += 1) {
    const target = at(specification, found.$ref);
    if (!isSameKind<Value>(target)) return found;
    found = target;
  }
  return found;
}

/** The name of the component that a reference points to. */
export function componentName(reference: string | undefined): string | undefined {
  return reference?.match(/^#\/components\/\w+\/([^/]+)$/)?.[1];
}

/** An object schema with every `allOf` part merged in. */
export interface FlatSchema {
  readonly properties: Dictionary<Schema>;
  readonly required: readonly string[];
}

export function flatten(specification: Specification, schema: Schema): FlatSchema {
  const { properties = {}, required = [], allOf = [] } = follow(specification, schema);
  const parts = allOf.map((part) => flatten(specification, part));
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties), properties),
    required: [...parts.flatMap((part) => part.required), ...required],
  };
}
