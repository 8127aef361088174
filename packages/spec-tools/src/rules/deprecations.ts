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

/** The mistakes in the facts, each as a sentence. */
function wrongFacts({ deprecatedAt, sunsetAt, replacedBy }: Deprecation, exists: (name: string) => boolean): string[] {
  const days = sunsetAt === null ? [deprecatedAt] : [deprecatedAt, sunsetAt];
  return [
    ...days.filter((day) => !isInstant(day)).map((day) => `${day} is not an instant like 2030-01-01T00:00:00.000Z.`),
    ...(sunsetAt !== null && sunsetAt <= deprecatedAt ? ['The sunset must come after the deprecation.'] : []),
    ...(exists(replacedBy) ? [] : [`The replacement ${replacedBy} does not exist.`]),
  ];
}

function ofOne(path: DocumentPath, found: Deprecatable, exists: (name: string) => boolean): Finding[] {
  const facts = found['x-deprecation'];
  const isMarked = found.deprecated === true;
  if (facts === undefined) {
    return isMarked ? [{ path, message: 'x-deprecation must give the start, the sunset and the replacement.' }] : [];
  }
  if (!isMarked) return [{ path, message: 'A value with x-deprecation must also have deprecated: true.' }];
  return wrongFacts(facts, exists).map((message) => ({ path: [...path, 'x-deprecation'], message }));
}

/** Callers who do not read the documentation learn it from the headers of every response. */
function silentAnswers({ operation, responses }: OperationPlace): Finding[] {
  const facts = operation['x-deprecation'];
  if (facts === undefined) return [];
  const headers = facts.sunsetAt === null ? ['Deprecation', 'Link'] : ['Deprecation', 'Link', 'Sunset'];
  return responses.flatMap(({ path, response }) =>
    headers
      .filter((header) => response.headers?.[header] === undefined)
      .map((header) => ({ path, message: `This response of a deprecated operation lacks the header ${header}.` })),
  );
}

export const deprecations: Rule = {
  name: 'deprecations',
  demands:
    'A deprecated operation or field gives the start, the sunset and the replacement in x-deprecation; each response of a deprecated operation has the headers.',
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
