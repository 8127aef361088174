import { type OperationId, operationTable } from '@payments-platform/types';
import type { Parameter } from '@payments-platform/types/spec';
import type { FieldError } from '../ground/specification/field-error.ts';
import { nearestName } from '../ground/specification/nearest-name.ts';
import { specification } from '../ground/specification/specification.ts';
import type { RequestParts } from '../ground/specification/specification-validators.ts';
import { type UndeclaredField, undeclaredFinder } from '../ground/specification/undeclared-fields.ts';

/** A part of a request that the operation does not know, and the name that the caller probably meant. */
export interface IgnoredField {
  readonly name: string;
  readonly nearest: string | undefined;
}

type Finder = (parts: RequestParts) => readonly IgnoredField[];

const finders = new Map<OperationId, Finder>();

/** The parts of the query and the body that the operation does not know. */
export function ignoredFields(operationId: OperationId, parts: RequestParts): readonly IgnoredField[] {
  const known = finders.get(operationId);
  if (known !== undefined) return known(parts);
  const fresh = createFinder(operationId);
  finders.set(operationId, fresh);
  return fresh(parts);
}

function createFinder(operationId: OperationId): Finder {
  const { path, method } = operationTable[operationId];
  const { paths, components } = specification();
  const item = paths[path];
  const operation = item?.[method.toLowerCase() as 'post'];
  const parameters = [...(item?.parameters ?? []), ...(operation?.parameters ?? [])].map(({ $ref, ...own }) =>
    $ref === undefined ? own : components?.parameters?.[$ref.slice($ref.lastIndexOf('/') + 1)],
  ) as readonly (Parameter | undefined)[];
  const filters = parameters.flatMap((parameter) => (parameter?.in === 'query' ? [parameter.name] : []));
  const [media] = Object.values(operation?.requestBody?.content ?? {});
  const inBody = media?.schema === undefined ? () => [] : undeclaredFinder(media.schema);
  return ({ query, body }) => {
    const inQuery = Object.keys(query).filter((name) => !filters.includes(name));
    const found = [...inQuery.map((name) => ({ path: [name], declared: filters })), ...inBody(body)];
    return found.slice(0, mostShown + 1).map(shown);
  };
}

const mostShown = 10;
/** A header or a terminal shows only letters, digits, and the characters with which forms write lists: `status[]`. */
const safeName = /^[\w.[\]-]{1,64}$/;

function shown({ path, declared }: UndeclaredField): IgnoredField {
  const name = path.join('.');
  const last = path.at(-1) ?? '';
  if (!path.every((step) => safeName.test(step)) || name.length > 200)
    return { name: 'a name that cannot be shown', nearest: undefined };
  const nearest = nearestName(last, declared);
  return { name, nearest: nearest === undefined ? undefined : [...path.slice(0, -1), nearest].join('.') };
}

/** One line for people: for the header `Ignored-Fields` and the terminal. */
export function lineOf(ignored: readonly IgnoredField[]): string {
  const parts = ignored
    .slice(0, mostShown)
    .map(({ name, nearest }) => (nearest === undefined ? name : `${name} (did you mean ${nearest}?)`));
  return [...parts, ...(ignored.length > mostShown ? ['and others'] : [])].join(', ');
}

/** The same as field errors of a refusal. */
export function errorsOf(ignored: readonly IgnoredField[]): FieldError[] {
  return ignored.slice(0, mostShown).map(({ name, nearest }) => ({
    field: name,
    message:
      nearest === undefined ? 'There is no field or parameter of this name. Leave it out.' : `Did you mean ${nearest}?`,
  }));
}
