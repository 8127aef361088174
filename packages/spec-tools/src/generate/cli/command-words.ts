import type { Operation, PathItem, Specification } from '../../../../types/src/specification.ts';
import type { OperationPlace } from './operation-place.ts';

const variable = /^\{.+\}$/;

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** `simulate_card` and `endUserTerms` become `simulate-card` and `end-user-terms`. */
export function kebab(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}

/** The action of an operation, the first word of its operationId: `create`, `list`, `revoke`. */
function verbOf({ operationId = '', parameters = [] }: Operation, isPaged: boolean): string {
  const [verb = ''] = kebab(operationId.replace(/^(?:agent|sandbox)(?=[A-Z])/, '')).split('-');
  return isPaged && parameters.length > 0 && verb === 'get' ? 'list' : verb;
}

/** Whether a path ends with the name of a collection, and not with an action. */
function endsWithNoun(item: PathItem, specification: Specification, path: string): boolean {
  const hasItems = Object.keys(specification.paths).some((other) => other.startsWith(`${path}/{`));
  const creates = /^(?:agent|sandbox)?create[A-Z]/i.test(item.post?.operationId ?? '');
  const lists = /^(?:agent|sandbox)?list[A-Z]/i.test(item.get?.operationId ?? '');
  const isAlone = item.get !== undefined && !path.includes('{');
  const changes = item.patch ?? item.put ?? item.delete;
  return hasItems || creates || lists || isAlone || changes !== undefined;
}

/**
 * The words of the command, from the path: nouns are the groups, and the last word is the action, from the end of the
 * path or else from the operationId. `POST /customers` is `customers create`, `POST /quotes/{quoteId}/execute` is
 * `quotes execute`. `x-cli` replaces words that read badly.
 */
export function commandWords(specification: Specification, place: OperationPlace): readonly string[] {
  const { operation, path, isPaged } = place;
  const wished = operation['x-cli'];
  if (wished !== undefined) return wished.split(' ');
  const groups: string[] = [];
  let pending: string[] = [];
  let walked = '';
  for (const [index, segment] of segmentsOf(path).entries()) {
    walked += `/${segment}`;
    if (variable.test(segment)) continue;
    pending.push(kebab(segment));
    const item = specification.paths[walked];
    const isNoun = item !== undefined && endsWithNoun(item, specification, walked);
    const hasItems = Object.keys(specification.paths).some((other) => other.startsWith(`${walked}/{`));
    if (index === 0 || isNoun || hasItems) {
      groups.push(...pending);
      pending = [];
    }
  }
  return pending.length > 0 ? [...groups, pending.join('-')] : [...groups, verbOf(operation, isPaged)];
}

/** Words that two operations share, or that are also a group of other commands. */
export function clashesOf(all: readonly (readonly string[])[]): readonly string[] {
  const lines = all.map((words) => words.join(' '));
  return lines.filter(
    (line, index) => lines.indexOf(line) !== index || lines.some((other) => other.startsWith(`${line} `)),
  );
}
