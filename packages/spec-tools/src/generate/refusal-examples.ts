import {
  type ErrorEntry,
  type Example,
  methods,
  type PathItem,
  type Response,
  type Specification,
} from '../../../types/src/specification.ts';
import { codeOfExample, type ShownCodes, shownCodes } from '../rules/shown-codes.ts';
import type { Tables } from './tables.ts';

/** A written example of the code, from any operation: it has the members of `details`. */
function writtenExample(specification: Specification, code: string): Example | undefined {
  const found = Object.entries(specification.components?.examples ?? {}).find(
    ([, example]) => codeOfExample(specification, example) === code,
  );
  return found === undefined ? undefined : { $ref: `#/components/examples/${found[0]}` };
}

/** Whether every refusal with the code has details, so that an example of any operation shows them. */
function isAlwaysDetailed({ details = {} }: ErrorEntry): boolean {
  return Object.keys(details).some((member) => !member.endsWith('?'));
}

function exampleOf(specification: Specification, { errors }: Pick<Tables, 'errors'>, code: string): Example {
  const entry = errors[code];
  if (entry === undefined) throw new Error(`${code} is declared by an operation and is not in the error catalogue.`);
  const written = isAlwaysDetailed(entry) ? writtenExample(specification, code) : undefined;
  const reason = entry.meaning.trim().replaceAll('`', '');
  return written ?? { summary: entry.title, value: { code, reason, status: entry.status, message: reason } };
}

function withExamples(specification: Specification, tables: Pick<Tables, 'errors'>, shown: ShownCodes): Response {
  const { place, missing, foreign } = shown;
  const media = place.response.content?.['application/json'] ?? {};
  const kept = Object.entries(media.examples ?? {}).filter(
    ([, example]) => !foreign.includes(codeOfExample(specification, example) ?? ''),
  );
  const added = missing.map((code) => [code, exampleOf(specification, tables, code)] as const);
  const examples = Object.fromEntries([...kept, ...added]);
  return { ...place.response, content: { ...place.response.content, 'application/json': { ...media, examples } } };
}

/**
 * Shows every code that an operation declares in an example. Missing examples are created from the error catalogue and
 * named after the code: in the mock, `Prefer: example=INVALID_CURRENCY` selects them.
 */
export function withRefusalExamples(specification: Specification, tables: Pick<Tables, 'errors'>): Specification {
  const open = shownCodes(specification).filter(({ missing, foreign }) => missing.length + foreign.length > 0);
  const byPlace = new Map(open.map((shown) => [shown.place.path.join('\n'), shown]));
  const paths = Object.entries(specification.paths).map(([path, item]): [string, PathItem] => {
    const operations = methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const responses = Object.entries(operation.responses ?? {}).map(([status, response]): [string, Response] => {
        const shown = byPlace.get(['paths', path, method, 'responses', status].join('\n'));
        return [status, shown === undefined ? response : withExamples(specification, tables, shown)];
      });
      return [[method, { ...operation, responses: Object.fromEntries(responses) }] as const];
    });
    return [path, { ...item, ...Object.fromEntries(operations) }];
  });
  return { ...specification, paths: Object.fromEntries(paths) };
}
