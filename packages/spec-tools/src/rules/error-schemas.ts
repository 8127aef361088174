import type { Schema, Specification } from '../../../types/src/specification.ts';
import { flatten, follow } from './references.ts';
import type { Finding, Rule } from './rule.ts';

function checkEnvelope(specification: Specification, name: string, schema: Schema): Finding[] {
  const path = ['components', 'schemas', name];
  const { properties, required } = flatten(specification, schema);
  const missing = ['code', 'reason', 'status', 'message', 'requestId'].filter((field) => !required.includes(field));
  const details = properties['details'];
  const isOpen = details === undefined || follow(specification, details).additionalProperties === true;
  const status = Number(name.slice('Error'.length));
  return [
    ...missing.map((field) => ({ path, message: `${name} must require ${field}.` })),
    ...(properties.status?.const === status ? [] : [{ path, message: `${name} must fix status to ${status}.` }]),
    ...(isOpen ? [] : [{ path, message: `${name} must leave details open: their members depend on the code.` }]),
    ...['requestId', 'details'].flatMap((field) =>
      field in properties ? [] : [{ path, message: `${name} must describe ${field}.` }],
    ),
  ];
}

export const errorSchemas: Rule = {
  name: 'error-schemas',
  demands: 'Each ErrorNNN is the error envelope of status NNN.',
  check: (specification) =>
    Object.entries(specification.components?.schemas ?? {})
      .filter(([name]) => /^Error\d{3}$/.test(name))
      .flatMap(([name, schema]) => checkEnvelope(specification, name, schema)),
};
