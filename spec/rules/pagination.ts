import type { Specification } from '../../packages/types/src/specification.ts';
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

/** A list that always fits on one page takes no cursor; its schema says so as a decision. */
function isOnePage({ parameters, responses }: OperationPlace, specification: Specification): boolean {
  const schemas = responses.map(({ response }) => response.content?.['application/json']?.schema ?? {});
  const isDecided = schemas.some((schema) => follow(specification, schema)['x-decision'] !== undefined);
  return isDecided && !parameters.some(({ parameter }) => pageParameters.includes(parameter.name));
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
    'A list operation answers with data, hasMore and nextCursor and takes limit and cursor, unless the x-decision of ' +
    'its page says that there is never a second one.',
  check: (specification) =>
    operationsOf(specification)
      .filter(isList)
      .flatMap((place) => [...checkParameters(place, specification), ...checkPage(place, specification)]),
};
