import { isObject } from '../../spec-tools/src/rules/is-object.ts';
import type { Json, Specification } from '../../types/src/specification.ts';
import { inline } from './html.ts';
import { listOperations, requestLink } from './operation-links.ts';
import { html, pages } from './page.ts';
import { code, table } from './table.ts';

interface Decision {
  readonly where: string;
  readonly text: string;
}

/** Path steps that mean nothing to a reader: keywords between names. */
const silent = [
  'properties',
  'allOf',
  'anyOf',
  'oneOf',
  'items',
  'schema',
  'parameters',
  'content',
  'application/json',
];

function collect(value: Json | undefined, path: readonly string[]): Decision[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => collect(item, [...path, String(index)]));
  if (!isObject(value)) return [];
  const text = value['x-decision'];
  const name = path.filter((step) => !silent.includes(step) && !/^\d$/.test(step)).join('.');
  const own = typeof text === 'string' ? [{ where: code(name), text }] : [];
  return [...own, ...Object.entries(value).flatMap(([key, member]) => collect(member, [...path, key]))];
}

function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

function ofOperations(specification: Specification): Decision[] {
  return listOperations(specification).flatMap((listed) =>
    collect(asJson(listed.operation), []).map(({ text }) => ({ where: requestLink(listed), text })),
  );
}

function ofComponents(specification: Specification): Decision[] {
  return Object.values(specification.components ?? {}).flatMap((components) => collect(asJson(components), []));
}

/** Every decision that is marked in the specification, with its reason. */
export function decisionPage(specification: Specification, product: string): string {
  const decisions = [...ofOperations(specification), ...ofComponents(specification)];
  const rows = decisions.map(({ where, text }) => [where, inline(text)]);
  const body = `<h1>Decisions</h1>
<p>Where the interface could have been made in more than one way, the specification says what was chosen and why. There are ${decisions.length} such places.</p>
${table(['Where', 'What and why'], rows)}`;
  return html(pages.decisions, product, { body });
}
