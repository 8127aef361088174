import type { Specification } from '../../types/src/specification.ts';
import { listOperations } from './operation-links.ts';

/** How many members with this name the document has at any depth, weighted by their content. */
function countMembers(node: unknown, name: string): number {
  if (typeof node !== 'object' || node === null) return 0;
  return Object.entries(node).reduce((sum, [key, value]) => {
    const own = key === name && typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
    return sum + own + countMembers(value, name);
  }, 0);
}

export interface Count {
  readonly what: string;
  readonly count: number;
}

/** The numbers of parts of the specification. */
export function countsOf(specification: Specification): Count[] {
  const tables = Object.values(specification['x-state-tables'] ?? {});
  const size = (value: object | undefined): number => Object.keys(value ?? {}).length;
  return [
    { what: 'Operations', count: listOperations(specification).length },
    { what: 'Schemas', count: size(specification.components?.schemas) },
    { what: 'Webhook events', count: size(specification.webhooks) },
    { what: 'Error codes', count: size(specification['x-error-catalogue']) },
    { what: 'State tables', count: tables.length },
    { what: 'States', count: tables.reduce((sum, { states }) => sum + size(states), 0) },
    {
      what: 'Examples',
      count: countMembers(specification.paths, 'examples') + countMembers(specification.webhooks, 'examples'),
    },
    { what: 'Links', count: countMembers(specification.paths, 'links') },
    { what: 'Currencies', count: size(specification['x-currencies']) },
    { what: 'Account kinds', count: size(specification['x-accounts']) },
  ];
}
