import type { Specification } from '../../../types/src/specification.ts';
import { type OperationPlace, operationsOf } from './operations.ts';
import { follow } from './references.ts';
import type { DocumentPath, Finding, Rule } from './rule.ts';
import { mediaTypesOf } from './schemas.ts';

function ofBodies(specification: Specification): Finding[] {
  return mediaTypesOf(specification)
    .filter(({ path }) => path.at(-1) === 'application/json')
    .filter(({ mediaType }) => mediaType.example === undefined && Object.keys(mediaType.examples ?? {}).length === 0)
    .map(({ path }) => ({ path, message: 'This body has no example.' }));
}

function ofParameters(specification: Specification, { parameters }: OperationPlace): Finding[] {
  return parameters
    .filter(({ parameter }) => {
      const schema = follow(specification, parameter.schema ?? {});
      const bearers = [parameter.example, parameter.examples, schema.examples, schema.const, schema.default];
      return bearers.every((bearer) => bearer === undefined) && schema.type !== 'boolean' && schema.enum === undefined;
    })
    .map(({ path, parameter }) => ({ path, message: `The parameter ${parameter.name} has no example.` }));
}

function unique(findings: readonly Finding[]): Finding[] {
  const key = (path: DocumentPath) => path.join('\n');
  return [...new Map(findings.map((finding) => [key(finding.path), finding])).values()];
}

export const examplesPresent: Rule = {
  name: 'examples-present',
  demands: 'Every JSON body and every parameter that does not list its values has an example.',
  check: (specification) =>
    unique([
      ...ofBodies(specification),
      ...operationsOf(specification).flatMap((place) => ofParameters(specification, place)),
    ]),
};
