import type { Deprecation, Specification } from '../../../types/src/specification.ts';
import { type OperationPlace, operationsOf } from './operations.ts';
import { flatten } from './references.ts';
import type { DocumentPath, Finding, Rule } from './rule.ts';
import { schemasOf } from './schemas.ts';

interface Deprecatable {
  readonly deprecated?: boolean;
  readonly 'x-deprecation'?: Deprecation;
}

function isField(specification: Specification, name: string): boolean {
  const [schema = '', field = ''] = name.split('.');
  const found = specification.components?.schemas?.[schema];
  return found !== undefined && flatten(specification, found).properties[field] !== undefined;
}

function isInstant(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

/** What the facts say wrongly, each as a sentence. */
function wrongFacts({ deprecatedAt, sunsetAt, replacedBy }: Deprecation, exists: (name: string) => boolean): string[] {
  const days = sunsetAt === null ? [deprecatedAt] : [deprecatedAt, sunsetAt];
  return [
    ...days.filter((day) => !isInstant(day)).map((day) => `${day} is no instant like 2030-01-01T00:00:00.000Z.`),
    ...(sunsetAt !== null && sunsetAt <= deprecatedAt ? ['The sunset must come after the deprecation.'] : []),
    ...(exists(replacedBy) ? [] : [`${replacedBy} does not exist, so nothing takes its place.`]),
  ];
}

function ofOne(path: DocumentPath, found: Deprecatable, exists: (name: string) => boolean): Finding[] {
  const facts = found['x-deprecation'];
  const isMarked = found.deprecated === true;
  if (facts === undefined) {
    return isMarked ? [{ path, message: 'x-deprecation must say since when, until when and what comes instead.' }] : [];
  }
  if (!isMarked) return [{ path, message: 'What has x-deprecation is also marked with deprecated: true.' }];
  return wrongFacts(facts, exists).map((message) => ({ path: [...path, 'x-deprecation'], message }));
}

/** Callers that read no documentation learn it from the headers of every answer. */
function silentAnswers({ operation, responses }: OperationPlace): Finding[] {
  const facts = operation['x-deprecation'];
  if (facts === undefined) return [];
  const headers = facts.sunsetAt === null ? ['Deprecation', 'Link'] : ['Deprecation', 'Link', 'Sunset'];
  return responses.flatMap(({ path, response }) =>
    headers
      .filter((header) => response.headers?.[header] === undefined)
      .map((header) => ({ path, message: `This answer of a deprecated operation lacks the header ${header}.` })),
  );
}

export const deprecations: Rule = {
  name: 'deprecations',
  demands:
    'What is deprecated says in x-deprecation since when, until when and what comes instead; each answer of a deprecated operation has the headers.',
  check(specification) {
    const operations = operationsOf(specification);
    const isOperation = (name: string): boolean => operations.some(({ id }) => id === name);
    return [
      ...operations.flatMap((place) => [...ofOne(place.path, place.operation, isOperation), ...silentAnswers(place)]),
      ...[...schemasOf(specification)].flatMap(({ path, schema }) =>
        ofOne(path, schema, (name) => isField(specification, name)),
      ),
    ];
  },
};
