import type { JsonObject } from '../../../types/src/specification.ts';
import { owedLinks } from './id-links.ts';
import { type OperationPlace, operationsOf, type ResponsePlace } from './operations.ts';
import type { DocumentPath, Finding, Rule } from './rule.ts';

/** A caller that creates a resource gets its id, and a link says which operations accept it. */
function missing({ status, path, response }: ResponsePlace): Finding[] {
  if (status !== '201' || Object.keys(response.links ?? {}).length > 0) return [];
  return [{ path, message: 'The created resource has an id, but no link uses it.' }];
}

function astray(path: DocumentPath, link: JsonObject, operations: readonly OperationPlace[]): Finding[] {
  const target = operations.find(({ id }) => id === link.operationId);
  if (target === undefined) return [{ path, message: `${String(link.operationId)} is not an operation.` }];
  const names = target.parameters.map(({ parameter }) => parameter.name);
  return Object.keys(link.parameters ?? {})
    .map((parameter) => parameter.replace(/^(path|query|header)\./, ''))
    .filter((parameter) => !names.includes(parameter))
    .map((parameter) => ({ path, message: `${target.id} has no parameter ${parameter}.` }));
}

export const links: Rule = {
  name: 'links',
  demands:
    'A link leads to an operation and sets parameters that it accepts. A response links from its own id to each operation that accepts it and from other ids to the operation that reads them; a response 201 has at least one link.',
  check(specification) {
    const operations = operationsOf(specification);
    const owed = owedLinks(specification).map(({ place, to, field }) => ({
      path: place.path,
      message: `No link leads from ${field} to ${to.id}, which accepts it.`,
    }));
    const given = operations
      .flatMap(({ responses }) => responses)
      .flatMap((place) => [
        ...missing(place),
        ...Object.entries(place.response.links ?? {}).flatMap(([name, link]) =>
          astray([...place.path, 'links', name], link, operations),
        ),
      ]);
    return [...given, ...owed];
  },
};
