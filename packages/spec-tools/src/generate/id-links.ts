import {
  type JsonObject,
  methods,
  type PathItem,
  type Response,
  type Specification,
} from '../../../types/src/specification.ts';
import { type OwedLink, owedLinks } from '../rules/id-links.ts';

/** Named after its target operation, and also after the field if two fields lead there. */
function nameOf({ to, field }: OwedLink, taken: ReadonlySet<string>): string {
  if (!taken.has(to.id)) return to.id;
  return `${to.id}By${field.charAt(0).toUpperCase()}${field.slice(1)}`;
}

function withLinks(response: Response, owed: readonly OwedLink[]): Response {
  const links = new Map<string, JsonObject>(Object.entries(response.links ?? {}));
  for (const one of owed) links.set(nameOf(one, new Set(links.keys())), one.link);
  return { ...response, links: Object.fromEntries(links) };
}

/**
 * Adds the links that follow from ids: from each response with an id to the operations that accept it. Links that are
 * written manually stay unchanged.
 */
export function withIdLinks(specification: Specification): Specification {
  const owed = Map.groupBy(owedLinks(specification), ({ place }) => place.path.join('\n'));
  const paths = Object.entries(specification.paths).map(([path, item]): [string, PathItem] => {
    const operations = methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const responses = Object.entries(operation.responses ?? {}).map(([status, response]): [string, Response] => {
        const links = owed.get(['paths', path, method, 'responses', status].join('\n'));
        return [status, links === undefined ? response : withLinks(links[0]?.place.response ?? response, links)];
      });
      return [[method, { ...operation, responses: Object.fromEntries(responses) }] as const];
    });
    return [path, { ...item, ...Object.fromEntries(operations) }];
  });
  return { ...specification, paths: Object.fromEntries(paths) };
}
