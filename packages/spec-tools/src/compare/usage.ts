import { methods, type Operation, type Specification } from '../../../types/src/specification.ts';
import { componentName } from '../rules/references.ts';
import type { Change, Direction } from './change.ts';

interface Root {
  readonly user: string;
  readonly direction: Direction;
  readonly value: unknown;
}

function rootsOf(operation: Operation, user: string, isEvent: boolean): Root[] {
  const { parameters, requestBody, responses } = operation;
  const sent: Direction = isEvent ? 'response' : 'request';
  const roots: Root[] = [{ user, direction: sent, value: [parameters, requestBody] }];
  return isEvent ? roots : [...roots, { user, direction: 'response', value: responses }];
}

function allRoots({ paths, webhooks = {} }: Specification): Root[] {
  const operations = Object.values(paths).flatMap((item) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : rootsOf(operation, operation.operationId ?? '', false);
    }),
  );
  const events = Object.entries(webhooks).flatMap(([name, item]) =>
    item.post === undefined ? [] : rootsOf(item.post, `event ${name}`, true),
  );
  return [...operations, ...events];
}

/** The components that a value refers to, at any depth. */
function referencesIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string' && componentName(value) !== undefined) found.add(value.slice('#/components/'.length));
  if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) referencesIn(member, found);
  return found;
}

/** The operations and events that a change of a component affects. */
export function usersOf(specification: Specification): (change: Change) => string[] {
  const named = new Map<string, Set<string>>(
    Object.entries(specification.components ?? {}).flatMap(([kind, entries]) =>
      Object.entries(entries ?? {}).map(([name, entry]) => [`${kind}/${name}`, referencesIn(entry)] as const),
    ),
  );
  const users = new Map<string, Set<string>>();
  for (const { user, direction, value } of allRoots(specification)) {
    const reached = referencesIn(value);
    // Iterating over a set also returns the items that are added meanwhile.
    for (const name of reached) {
      for (const next of named.get(name) ?? []) reached.add(next);
      const key = `${direction} ${name}`;
      users.set(key, (users.get(key) ?? new Set()).add(user));
    }
  }
  return ({ path, direction }) => {
    const [section, kind, name] = path;
    if (section !== 'components') return [];
    const directions: readonly Direction[] = direction === undefined ? ['request', 'response'] : [direction];
    return [...new Set(directions.flatMap((way) => [...(users.get(`${way} ${kind}/${name}`) ?? [])]))].sort();
  };
}
