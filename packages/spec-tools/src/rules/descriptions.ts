import type { Specification } from '../../../types/src/specification.ts';
import { operationsOf } from './operations.ts';
import { follow } from './references.ts';
import type { DocumentPath, Finding, Rule } from './rule.ts';
import { headersOf, schemasOf } from './schemas.ts';

const longestSummary = 80;
const shortestDescription = { operation: 40, parameter: 15, schema: 15, property: 8 } as const;

function words(text: string | undefined): string {
  return (text ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}

function tooShort(path: DocumentPath, kind: keyof typeof shortestDescription, text: string | undefined): Finding[] {
  const length = text?.trim().length ?? 0;
  if (length >= shortestDescription[kind]) return [];
  return [{ path, message: `This ${kind} needs a description of at least ${shortestDescription[kind]} characters.` }];
}

function ofOperations(specification: Specification): Finding[] {
  return operationsOf(specification).flatMap(({ path, operation }) => {
    const findings = tooShort(path, 'operation', operation.description);
    const summary = operation.summary?.trim() ?? '';
    if (summary.length < 5 || summary.length > longestSummary || summary.endsWith('.')) {
      const message = `The summary must be a phrase of 5 to ${longestSummary} characters without a full stop.`;
      findings.push({ path: [...path, 'summary'], message });
    }
    if (summary !== '' && words(operation.description) === words(summary)) {
      findings.push({ path: [...path, 'description'], message: 'The description only repeats the summary.' });
    }
    return findings;
  });
}

function ofSchemas(specification: Specification): Finding[] {
  return [...schemasOf(specification)].flatMap(({ path, schema, property }) => {
    const isComponent = path.length === 3 && path[0] === 'components';
    if (isComponent) return tooShort(path, 'schema', schema.description);
    if (property === undefined) return [];
    // An alternative only names the fields that it requires; the surrounding schema describes them.
    if (Object.keys(schema).length === 0 && path.some((step) => step === 'anyOf' || step === 'not')) return [];
    // A constant explains itself; a referenced schema has its own description.
    if (schema.const !== undefined && schema.description === undefined) return [];
    return tooShort(path, 'property', schema.description ?? follow(specification, schema).description);
  });
}

function ofParameters(specification: Specification): Finding[] {
  return headersOf(specification)
    .filter(({ header }) => header.$ref === undefined)
    .flatMap(({ path, header }) => tooShort(path, 'parameter', header.description));
}

export const descriptions: Rule = {
  name: 'descriptions',
  demands:
    'Operations, parameters, headers, schemas and properties have a description that does not repeat their name.',
  check: (specification) => [
    ...ofOperations(specification),
    ...ofParameters(specification),
    ...ofSchemas(specification),
  ],
};
