import { parseSpecification, type Specification } from '../../../types/src/specification.ts';
import { isObject } from '../rules/is-object.ts';

/** Keywords that only document. No caller relies on them. */
const prose = new Set([
  ...['title', 'description', 'summary', 'example', 'examples', 'externalDocs', 'tags', 'links', 'license'],
  ...[
    'x-decision',
    'x-agent-tool',
    'x-agent-argument',
    'x-cli',
    'x-generated',
    'action',
    'meaning',
    'cause',
    'sandbox',
    'details',
    'when',
  ],
  ...['also', 'name', 'symbol', 'x-account'],
]);

/** Members whose own members are free names, not keywords. */
const named = new Set([
  ...['paths', 'webhooks', 'responses', 'content', 'headers', 'properties', 'mapping', 'schemas', 'parameters'],
  ...[
    'securitySchemes',
    'states',
    'x-error-codes',
    'x-error-catalogue',
    'x-state-tables',
    'x-currencies',
    'x-accounts',
  ],
]);

/** Members that are values, which are kept unchanged. */
const values = new Set(['enum', 'const', 'default', 'required', 'security']);

function isParameter(value: Record<string, unknown>): boolean {
  return typeof value.in === 'string';
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** Members that an alternative only requires by name; the surrounding schema describes them. */
function saysNothing(key: string, member: unknown): boolean {
  if (key === 'properties') return isObject(member) && !isEmpty(member) && Object.values(member).every(isEmpty);
  return key === 'unevaluatedProperties' && isEmpty(member);
}

function reduced(value: unknown, holdsNames: boolean): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => reduced(item, false));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, member]) =>
      holdsNames || !(prose.has(key) || saysNothing(key, member)) || (key === 'name' && isParameter(value)),
  );
  return Object.fromEntries(
    kept.map(([key, member]) => {
      if (!holdsNames && values.has(key)) return [key, member];
      return [key, reduced(member, !holdsNames && named.has(key))];
    }),
  );
}

/** A specification reduced to the parts that callers rely on, without prose and examples. */
export function contractOf(specification: Specification): Specification {
  const { components, ...rest } = specification;
  const { examples: _examples, ...kept } = components ?? {};
  const contract = reduced({ ...rest, info: { version: specification.info.version }, components: kept }, false);
  return parseSpecification(JSON.stringify(contract));
}

/** The contract as JSON with one line for each path, schema and table entry, so that a review shows each change. */
export function printContract(contract: Specification): string {
  const lines = (value: unknown, depth: number): string => {
    if (depth === 0 || !isObject(value) || Object.keys(value).length === 0) return JSON.stringify(value);
    const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${lines(member, depth - 1)}`);
    return `{\n${members.join(',\n')}\n}`;
  };
  const members = Object.entries(contract).map(
    ([key, member]) => `${JSON.stringify(key)}: ${lines(member, key === 'components' ? 2 : 1)}`,
  );
  return `{\n${members.join(',\n')}\n}\n`;
}
