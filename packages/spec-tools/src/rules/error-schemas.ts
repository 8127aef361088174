import type { Schema, Specification } from '../../../types/src/specification.ts';
import { flatten, follow } from './references.ts';
import type { Finding, Rule } from './rule.ts';

function codesOf(specification: Specification, schema: Schema): readonly unknown[] {
  const code = follow(specification, schema).properties?.code ?? {};
  return code.const === undefined ? (code.enum ?? []) : [code.const];
}

function checkCodes(specification: Specification, name: string, schema: Schema): Finding[] {
  const status = Number(name.slice('Error'.length));
  const path = ['components', 'schemas', name];
  const expected = Object.values(specification['x-error-catalogue'] ?? {}).filter((entry) => entry.status === status);
  const codes = codesOf(specification, schema);
  return [
    ...expected
      .filter(({ code }) => !codes.includes(code))
      .map(({ code }) => ({ path, message: `The code ${code} of the catalogue is missing from ${name}.` })),
    ...codes
      .filter((code) => !expected.some((entry) => entry.code === code))
      .map((code) => ({ path, message: `${name} lists ${String(code)}, which is not in the catalogue.` })),
  ];
}

function checkEnvelope(specification: Specification, name: string, schema: Schema): Finding[] {
  const path = ['components', 'schemas', name];
  const { properties, required } = flatten(specification, schema);
  const missing = ['code', 'reason', 'status', 'message'].filter((field) => !required.includes(field));
  const status = Number(name.slice('Error'.length));
  return [
    ...missing.map((field) => ({ path, message: `${name} must require ${field}.` })),
    ...(properties.status?.const === status ? [] : [{ path, message: `${name} must fix status to ${status}.` }]),
    ...('details' in properties ? [] : [{ path, message: `${name} must describe details.` }]),
  ];
}

export const errorSchemas: Rule = {
  name: 'error-schemas',
  demands: 'Each ErrorNNN is the error envelope and lists exactly the codes that the catalogue has for status NNN.',
  check: (specification) =>
    Object.entries(specification.components?.schemas ?? {})
      .filter(([name]) => /^Error\d{3}$/.test(name))
      .flatMap(([name, schema]) => [
        ...checkCodes(specification, name, schema),
        ...checkEnvelope(specification, name, schema),
      ]),
};
