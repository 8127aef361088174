import type { Schema, Specification } from '../../../types/src/specification.ts';
import { follow } from './references.ts';
import type { Finding, Rule } from './rule.ts';
import { headersOf, schemasOf } from './schemas.ts';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

function isIdName(name: string): boolean {
  return name === 'id' || name.endsWith('Id');
}

/** An id of the platform has a prefix and the matching pattern; any other id is text with a limited form or length. */
function isIdentifier(schema: Schema): boolean {
  const prefix = schema['x-id-prefix'];
  if (prefix === undefined) {
    return schema.maxLength !== undefined || schema.const !== undefined || /^\^.*\$$/.test(schema.pattern ?? '');
  }
  return schema.pattern?.startsWith(`^${prefix}:`) === true && schema.pattern.endsWith('$');
}

function checkNamed(specification: Specification, path: Finding['path'], name: string, schema: Schema): Finding[] {
  const target = follow(specification, schema);
  const isText = target.type === 'string' || (Array.isArray(target.type) && target.type.includes('string'));
  if (!isIdName(name) || !isText || isIdentifier(target)) return [];
  const message = `${name} must refer to an id schema with x-id-prefix, or limit its form or length.`;
  return [{ path, message }];
}

export const identifiers: Rule = {
  name: 'identifiers',
  demands:
    'An id of the platform has x-id-prefix and a pattern that begins with it; any other id has maxLength or a pattern.',
  check(specification) {
    const places = [...schemasOf(specification)];
    const malformed = places
      .filter(({ schema }) => schema['x-id-prefix'] !== undefined && !isIdentifier(schema))
      .map(({ path, schema }) => ({
        path,
        message: `The pattern must be ^${schema['x-id-prefix'] ?? ''}:${uuid}$ or another one with this prefix.`,
      }));
    const properties = places.flatMap(({ path, schema, property }) =>
      property === undefined ? [] : checkNamed(specification, path, property, schema),
    );
    const parameters = headersOf(specification).flatMap(({ path, header }) =>
      'name' in header && typeof header.name === 'string'
        ? checkNamed(specification, path, header.name, header.schema ?? {})
        : [],
    );
    return [...malformed, ...properties, ...parameters];
  },
};
