import type { Rule } from './rule.ts';
import { schemasOf } from './schemas.ts';

export const stateEnums: Rule = {
  name: 'state-enums',
  demands: 'A schema with x-states names a state table, and the schema that a table names has x-states.',
  check(specification) {
    const tables = specification['x-state-tables'] ?? {};
    const marked = [...schemasOf(specification)].flatMap(({ path, schema }) => {
      const resource = schema['x-states'];
      if (resource === undefined) return [];
      if (tables[resource] !== undefined) return [];
      return [{ path, message: `There is no state table named ${resource}.` }];
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
