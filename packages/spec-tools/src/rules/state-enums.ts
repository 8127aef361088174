import type { Rule } from './rule.ts';
import { schemasOf } from './schemas.ts';

function sameMembers(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((member) => other.includes(member));
}

export const stateEnums: Rule = {
  name: 'state-enums',
  demands: 'An enum with x-states lists the states of that table; the schema that a table names has x-states.',
  check(specification) {
    const tables = specification['x-state-tables'] ?? {};
    const marked = [...schemasOf(specification)].flatMap(({ path, schema }) => {
      const resource = schema['x-states'];
      if (resource === undefined) return [];
      const table = tables[resource];
      if (table === undefined) return [{ path, message: `There is no state table named ${resource}.` }];
      const states = Object.keys(table.states);
      if (sameMembers(schema.enum ?? [], states)) return [];
      return [{ path, message: `The enum must list the states of ${resource}: ${states.join(', ')}.` }];
    });
    const schemas = specification.components?.schemas ?? {};
    const unmarked = Object.entries(tables)
      .filter(([resource, { schema }]) => schema !== undefined && schemas[schema]?.['x-states'] !== resource)
      .map(([resource, { schema }]) => ({
        path: ['x-state-tables', resource, 'schema'],
        message: `The schema ${schema ?? ''} does not exist or does not have x-states: ${resource}.`,
      }));
    return [...marked, ...unmarked];
  },
};
