import type { Schema, Specification } from '../../../types/src/specification.ts';
import { isSuccess, type OperationPlace, operationsOf } from './operations.ts';
import { flatten, follow } from './references.ts';
import type { Finding, Rule } from './rule.ts';

const pageMembers = ['data', 'hasMore', 'nextCursor'];
const pageParameters = ['limit', 'cursor'];

function isList({ id, parameters }: OperationPlace): boolean {
  return /^(agentL|l)ist[A-Z]/.test(id) || parameters.some(({ parameter }) => parameter.name === 'cursor');
}

function checkPage(place: OperationPlace, specification: Specification): Finding[] {
  return place.responses
    .filter(({ status }) => isSuccess(status))
    .flatMap(({ path, response }) => {
      const schema = response.content?.['application/json']?.schema ?? {};
      const { properties, required } = flatten(specification, schema);
      const missing = pageMembers.filter((member) => !(member in properties) || !required.includes(member));
      const findings = missing.map((member) => ({ path, message: `A page must have ${member}, and require it.` }));
      const cursorType = follow(specification, properties.nextCursor ?? {}).type ?? [];
      if (missing.length === 0 && !(cursorType.includes('string') && cursorType.includes('null'))) {
        findings.push({ path, message: 'nextCursor must be a string or null.' });
      }
      return findings;
    });
}

/** The responses whose schema says with x-decision that it differs from other pages. */
function decided({ responses }: OperationPlace, specification: Specification): Schema[] {
  return responses
    .map(({ response }) => follow(specification, response.content?.['application/json']?.schema ?? {}))
    .filter((schema) => schema['x-decision'] !== undefined);
}

/** A list that always fits on one page needs no cursor; its schema says so with x-decision. */
function isOnePage(place: OperationPlace, specification: Specification): boolean {
  const takesCursor = place.parameters.some(({ parameter }) => pageParameters.includes(parameter.name));
  return decided(place, specification).length > 0 && !takesCursor;
}

/** A short list under its own name is not a page, if x-decision says so. */
function isNoPage(place: OperationPlace, specification: Specification): boolean {
  const hasData = decided(place, specification).some((schema) => 'data' in flatten(specification, schema).properties);
  return isOnePage(place, specification) && !hasData;
}

function checkParameters(place: OperationPlace, specification: Specification): Finding[] {
  if (isOnePage(place, specification)) return [];
  const names = place.parameters.map(({ parameter }) => parameter.name);
  return pageParameters
    .filter((name) => !names.includes(name))
    .map((name) => ({ path: place.path, message: `A list operation must take ${name}.` }));
}

export const pagination: Rule = {
  name: 'pagination',
  demands:
    'A list operation returns data, hasMore and nextCursor and accepts limit and cursor, unless the x-decision of ' +
    'its page says that there is never a second one, or that it is not a page.',
  check: (specification) =>
    operationsOf(specification)
      .filter(isList)
      .filter((place) => !isNoPage(place, specification))
      .flatMap((place) => [...checkParameters(place, specification), ...checkPage(place, specification)]),
};
